/// The first step of the schema. Times are RFC 3339 in UTC with three decimals, so that they sort as text.
///
/// Each table refuses UPDATE and DELETE; a third trigger refuses INSERT OR REPLACE, which runs no delete trigger.
let careRecordsSchema =
  """
  CREATE TABLE migration (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;

  CREATE TABLE participant (id TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;

  CREATE TABLE planStart (
    number INTEGER PRIMARY KEY,
    participant TEXT NOT NULL REFERENCES participant (id),
    plan TEXT NOT NULL, firstDay TEXT NOT NULL, appliedAt TEXT NOT NULL, timeZone TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE INDEX planStartByPlan ON planStart (participant, plan);

  CREATE TABLE taskVersion (
    number INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    participant TEXT NOT NULL REFERENCES participant (id),
    task TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('normal', 'ended', 'tombstone')),
    effectiveDate TEXT NOT NULL,
    predecessors TEXT NOT NULL,
    addedIn TEXT NOT NULL,
    content TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE INDEX taskVersionByTask ON taskVersion (participant, task);

  CREATE TABLE measurement (
    number INTEGER PRIMARY KEY,
    participant TEXT NOT NULL REFERENCES participant (id),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    methodName TEXT NOT NULL, methodVersion TEXT NOT NULL, parameterHash TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('left', 'right', 'unspecified')),
    definition TEXT NOT NULL CHECK (definition IN ('jointAngle', 'shinInclination')),
    recordedAt TEXT,
    startDegrees REAL, finishDegrees REAL, minimumDegrees REAL, maximumDegrees REAL, rangeDegrees REAL,
    repetitions TEXT NOT NULL, flags TEXT NOT NULL, importReport TEXT NOT NULL,
    source TEXT NOT NULL,
    sampleCount INTEGER, rateHertz REAL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE UNIQUE INDEX measurementKey ON measurement
    (participant, sha256, methodName, methodVersion, parameterHash, side, definition);

  CREATE TABLE measurementEvent (
    number INTEGER PRIMARY KEY,
    measurement INTEGER NOT NULL REFERENCES measurement (number),
    taskVersion TEXT NOT NULL REFERENCES taskVersion (uuid),
    task TEXT NOT NULL,
    occurrence INTEGER NOT NULL CHECK (occurrence >= 0),
    day TEXT NOT NULL,
    limb TEXT NOT NULL CHECK (limb IN ('left', 'right')),
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE INDEX measurementEventByMeasurement ON measurementEvent (measurement);
  CREATE INDEX measurementEventByEvent ON measurementEvent (taskVersion, occurrence);

  CREATE TABLE outcomeVersion (
    number INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    participant TEXT NOT NULL REFERENCES participant (id),
    outcome TEXT NOT NULL,
    version INTEGER NOT NULL,
    predecessors TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('normal', 'tombstone')),
    task TEXT NOT NULL,
    taskVersion TEXT NOT NULL REFERENCES taskVersion (uuid),
    occurrence INTEGER NOT NULL CHECK (occurrence >= 0),
    generation INTEGER NOT NULL,
    eventStart TEXT NOT NULL, eventEnd TEXT NOT NULL, eventDate TEXT,
    effectiveDate TEXT NOT NULL,
    notes TEXT NOT NULL, details TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
  CREATE INDEX outcomeVersionByOutcome ON outcomeVersion (outcome);
  CREATE INDEX outcomeVersionByTask ON outcomeVersion (participant, task);
  CREATE INDEX outcomeVersionByStart ON outcomeVersion (participant, eventStart);
  CREATE INDEX outcomeVersionByDate ON outcomeVersion (participant, eventDate);
  CREATE UNIQUE INDEX outcomeVersionKey ON outcomeVersion (taskVersion, occurrence, generation, version);

  CREATE TABLE outcomeValue (
    outcomeVersion INTEGER NOT NULL REFERENCES outcomeVersion (number),
    position INTEGER NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('integer', 'double', 'boolean', 'text', 'binary', 'date')),
    integerValue INTEGER, doubleValue REAL, textValue TEXT, binaryValue BLOB,
    kind TEXT, units TEXT, createdDate TEXT NOT NULL,
    PRIMARY KEY (outcomeVersion, position)) STRICT, WITHOUT ROWID;
  """
  + [
    ("migration", "number = NEW.number OR name = NEW.name"),
    ("participant", "id = NEW.id"),
    ("planStart", "number = NEW.number"),
    ("taskVersion", "number = NEW.number OR uuid = NEW.uuid"),
    (
      "measurement",
      """
      number = NEW.number OR (participant = NEW.participant AND sha256 = NEW.sha256
      AND methodName = NEW.methodName AND methodVersion = NEW.methodVersion
      AND parameterHash = NEW.parameterHash AND side = NEW.side AND definition = NEW.definition)
      """
    ),
    ("measurementEvent", "number = NEW.number"),
    (
      "outcomeVersion",
      """
      number = NEW.number OR uuid = NEW.uuid OR (taskVersion = NEW.taskVersion
      AND occurrence = NEW.occurrence AND generation = NEW.generation AND version = NEW.version)
      """
    ),
    ("outcomeValue", "outcomeVersion = NEW.outcomeVersion AND position = NEW.position"),
  ].map(appendOnly).joined()

/// Triggers that refuse every change of a row.
/// - Parameter sameRow: condition under which a new row would take the place of an old one.
func appendOnly(_ table: String, sameRow: String) -> String {
  """

  CREATE TRIGGER \(table)Update BEFORE UPDATE ON \(table)
  BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
  \(removalTrigger(table))
  CREATE TRIGGER \(table)Insert BEFORE INSERT ON \(table)
  WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(sameRow))
  BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
  """
}

func removalTrigger(_ table: String) -> String {
  """
  CREATE TRIGGER \(table)Delete BEFORE DELETE ON \(table)
  BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
  """
}
