-- Rounded values for four harbours; enough to see four kinds of tide.

PRAGMA foreign_keys = ON;

INSERT INTO harbour (id, name, latitude, longitude, mean_level) VALUES
    ('brest', 'Brest', 48.383, -4.495, 4.03),
    ('cuxhaven', 'Cuxhaven', 53.867, 8.717, 1.68),
    ('saint-malo', 'Saint-Malo', 48.641, -2.028, 6.77),
    ('galway', 'Galway', 53.269, -9.048, 2.97);

INSERT INTO response (harbour_id, constituent, amplitude, phase) VALUES
    ('brest', 'M2', 2.05, 109.0),
    ('brest', 'S2', 0.75, 148.0),
    ('brest', 'N2', 0.42, 90.0),
    ('brest', 'K1', 0.06, 76.0),
    ('brest', 'O1', 0.07, 328.0),
    ('brest', 'M4', 0.05, 108.0),
    ('cuxhaven', 'M2', 1.36, 337.0),
    ('cuxhaven', 'S2', 0.34, 46.0),
    ('cuxhaven', 'N2', 0.21, 315.0),
    ('cuxhaven', 'O1', 0.10, 254.0),
    ('cuxhaven', 'M4', 0.12, 218.0),
    ('saint-malo', 'M2', 3.68, 178.0),
    ('saint-malo', 'S2', 1.42, 226.0),
    ('saint-malo', 'N2', 0.71, 160.0),
    ('saint-malo', 'K1', 0.09, 93.0),
    ('saint-malo', 'M4', 0.28, 351.0),
    ('galway', 'M2', 1.53, 138.0),
    ('galway', 'S2', 0.56, 171.0),
    ('galway', 'N2', 0.31, 117.0),
    ('galway', 'K1', 0.11, 88.0);
