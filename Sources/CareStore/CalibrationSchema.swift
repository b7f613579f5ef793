/// The second step of the schema: calibrations, and in measurements where their zero comes from.
let calibrationSchema =
  """
  CREATE TABLE calibration (
    number INTEGER PRIMARY KEY,
    participant TEXT NOT NULL REFERENCES participant (id),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    methodName TEXT NOT NULL, methodVersion TEXT NOT NULL, parameterHash TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('left', 'right', 'unspecified')),
    sensors TEXT NOT NULL, poseDegrees TEXT NOT NULL,
    recordedAt TEXT,
    content TEXT NOT NULL,
    source TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE UNIQUE INDEX calibrationKey ON calibration
    (participant, sha256, methodName, methodVersion, parameterHash, side);

  ALTER TABLE measurement ADD COLUMN zero TEXT;
  ALTER TABLE measurement ADD COLUMN neutralZero TEXT;
  """
  + appendOnly(
    "calibration",
    sameRow: """
      number = NEW.number OR (participant = NEW.participant AND sha256 = NEW.sha256
      AND methodName = NEW.methodName AND methodVersion = NEW.methodVersion
      AND parameterHash = NEW.parameterHash AND side = NEW.side)
      """)
