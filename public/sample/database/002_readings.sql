-- What gauges measured. The surge is what the weather adds to the prediction.

CREATE TABLE reading (
    harbour_id TEXT NOT NULL REFERENCES harbour (id) ON DELETE CASCADE,
    taken_at   TEXT NOT NULL, -- ISO 8601, UTC
    measured   REAL NOT NULL, -- metres above chart datum
    predicted  REAL NOT NULL,
    PRIMARY KEY (harbour_id, taken_at)
) STRICT, WITHOUT ROWID;

CREATE VIEW surge AS
SELECT
    harbour_id,
    taken_at,
    round(measured - predicted, 2) AS metres
FROM reading;

-- The hour with the largest surge of each day and harbour.
CREATE VIEW daily_surge AS
SELECT
    harbour_id,
    date(taken_at) AS day,
    max(metres) AS metres
FROM surge
GROUP BY harbour_id, date(taken_at);
