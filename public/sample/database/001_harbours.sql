-- Places with a known tide, and how each of them responds to the constituents.

PRAGMA foreign_keys = ON;

CREATE TABLE harbour (
    id         TEXT PRIMARY KEY CHECK (id GLOB '[a-z]*' AND id NOT GLOB '*[^a-z-]*'),
    name       TEXT NOT NULL,
    latitude   REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude  REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    mean_level REAL NOT NULL -- metres above chart datum
) STRICT;

CREATE TABLE response (
    harbour_id  TEXT NOT NULL REFERENCES harbour (id) ON DELETE CASCADE,
    constituent TEXT NOT NULL CHECK (constituent IN ('M2', 'S2', 'N2', 'K1', 'O1', 'M4')),
    amplitude   REAL NOT NULL CHECK (amplitude >= 0), -- metres
    phase       REAL NOT NULL CHECK (phase >= 0 AND phase < 360), -- degrees, relative to 2024-01-01T00:00Z
    PRIMARY KEY (harbour_id, constituent)
) STRICT, WITHOUT ROWID;
