PRAGMA application_id = 1718384750;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migration (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
INSERT INTO migration VALUES(1,'1 care records','2026-11-02T08:00:00.000Z','flexion');
INSERT INTO migration VALUES(2,'2 calibrations','2026-11-02T08:00:00.000Z','flexion');
CREATE TABLE participant (id TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
INSERT INTO participant VALUES('me','2026-11-02T08:00:00.000Z','flexion');
CREATE TABLE planStart (
  number INTEGER PRIMARY KEY,
  participant TEXT NOT NULL REFERENCES participant (id),
  plan TEXT NOT NULL, firstDay TEXT NOT NULL, appliedAt TEXT NOT NULL, timeZone TEXT NOT NULL,
  at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
INSERT INTO planStart VALUES(1,'me','demo','2026-11-01','2026-11-02T08:00:00.000Z','Etc/UTC','2026-11-02T08:00:00.000Z','flexion');
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
INSERT INTO taskVersion VALUES(1,'374BC86A-F30E-4B31-A0E8-48EFB1EEC627','me','knee.left','normal','2026-11-01T00:00:00.000Z','','Etc/UTC','{"title":"Left knee","type":"assessment","completionMode":"tap","resultResettable":true,"impactsAdherence":true,"timeZone":"Etc/UTC","knee":{"limb":"left","options":[],"append":[],"extract":["range","minimum","maximum"],"selection":"best"},"schedule":[{"first":"2026-11-01","every":{"day":1}}]}','2026-11-02T08:00:00.000Z','flexion');
INSERT INTO taskVersion VALUES(2,'CED61442-6E40-49D6-8D00-8D0302E7823D','me','knee.right','normal','2026-11-01T00:00:00.000Z','','Etc/UTC','{"title":"Right knee","type":"assessment","completionMode":"tap","resultResettable":true,"impactsAdherence":true,"timeZone":"Etc/UTC","knee":{"limb":"right","options":[],"append":[],"extract":["range","minimum","maximum"],"selection":"best"},"schedule":[{"first":"2026-11-01","every":{"day":1}}]}','2026-11-02T08:00:00.000Z','flexion');
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
  at TEXT NOT NULL, actor TEXT NOT NULL, zero TEXT, neutralZero TEXT) STRICT;
INSERT INTO measurement VALUES(1,'me','1843b9399f2b8edea4da105a9be1c82e648f7bd18c6560a363d7037f07cba8dc','flexion-knee','3','f9c2562e5e1f76e7','left','jointAngle','2026-11-02T08:00:00.000Z',0.019718656994245336439,-0.21034342105217923579,-0.29761776626378727561,90.5171322356063115,90.814750001870095273,'[{"from":3.0,"to":6.78,"minimum":-0.05464272876457757,"maximum":90.51713223560631,"range":90.57177496437087},{"from":6.78,"to":10.08,"minimum":-0.03674253219462902,"maximum":80.30736974221104,"range":80.34411227440567},{"from":10.08,"to":15.24,"minimum":-0.040049196728102275,"maximum":85.33017808320147,"range":85.3702272799296},{"from":15.24,"to":18.86,"minimum":-0.10342599261214773,"maximum":85.56150394699743,"range":85.66492993960958},{"from":18.86,"to":22.46,"minimum":-0.10757633378900544,"maximum":80.52153013834037,"range":80.62910647212938},{"from":22.46,"to":26.22,"minimum":-0.1630599466079236,"maximum":80.99734200600176,"range":81.16040195260969},{"from":26.22,"to":29.16,"minimum":-0.1911858346381935,"maximum":81.09876965967497,"range":81.28995549431316},{"from":29.16,"to":33.42,"minimum":-0.2512529312444381,"maximum":89.22135696901178,"range":89.47260990025622},{"from":33.42,"to":36.76,"minimum":-0.2976177662637873,"maximum":74.88431031230495,"range":75.18192807856875},{"from":36.76,"to":40.36,"minimum":-0.2976177662637873,"maximum":83.85627709205839,"range":84.15389485832218}]','[{"code":"fieldMissing","effect":"note","from":null,"to":null,"value":null,"text":"No magnetic field was recorded; the heading is free, the knee angle does not need it."}]','[]','recordings/squats_left.csv',2250,50.0,'2026-11-02T18:00:00.000Z','flexion','stillStart',NULL);
CREATE TABLE measurementEvent (
  number INTEGER PRIMARY KEY,
  measurement INTEGER NOT NULL REFERENCES measurement (number),
  taskVersion TEXT NOT NULL REFERENCES taskVersion (uuid),
  task TEXT NOT NULL,
  occurrence INTEGER NOT NULL CHECK (occurrence >= 0),
  day TEXT NOT NULL,
  limb TEXT NOT NULL CHECK (limb IN ('left', 'right')),
  at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
INSERT INTO measurementEvent VALUES(1,1,'374BC86A-F30E-4B31-A0E8-48EFB1EEC627','knee.left',1,'2026-11-02','left','2026-11-02T18:00:00.000Z','flexion');
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
INSERT INTO outcomeVersion VALUES(1,'9B1D9BEE-6359-41CF-8CF1-44523C452B9B','me','9B1D9BEE-6359-41CF-8CF1-44523C452B9B',0,'','normal','knee.left','374BC86A-F30E-4B31-A0E8-48EFB1EEC627',1,0,'2026-11-02T00:00:00.000Z','2026-11-02T23:59:59.000Z','2026-11-02','2026-11-02T18:00:00.000Z','[]','{"definition":"jointAngle","limb":"left","flagged":true,"flags":["fieldMissing"],"sampleCount":2250,"rate":50.0,"method":"flexion-knee@3+p:f9c2562e5e1f76e7","sha256":"1843b9399f2b8edea4da105a9be1c82e648f7bd18c6560a363d7037f07cba8dc","source":"recordings/squats_left.csv","measurement":1,"selection":"best","measurements":[1]}','2026-11-02T18:00:00.000Z','flexion');
CREATE TABLE outcomeValue (
  outcomeVersion INTEGER NOT NULL REFERENCES outcomeVersion (number),
  position INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('integer', 'double', 'boolean', 'text', 'binary', 'date')),
  integerValue INTEGER, doubleValue REAL, textValue TEXT, binaryValue BLOB,
  kind TEXT, units TEXT, createdDate TEXT NOT NULL,
  PRIMARY KEY (outcomeVersion, position)) STRICT, WITHOUT ROWID;
INSERT INTO outcomeValue VALUES(1,0,'double',NULL,90.814750001870095273,NULL,NULL,'flexionRange','deg','2026-11-02T18:00:00.000Z');
INSERT INTO outcomeValue VALUES(1,1,'double',NULL,-0.29761776626378727561,NULL,NULL,'flexionMinimum','deg','2026-11-02T18:00:00.000Z');
INSERT INTO outcomeValue VALUES(1,2,'double',NULL,90.5171322356063115,NULL,NULL,'flexionMaximum','deg','2026-11-02T18:00:00.000Z');
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
CREATE INDEX planStartByPlan ON planStart (participant, plan);
CREATE INDEX taskVersionByTask ON taskVersion (participant, task);
CREATE UNIQUE INDEX measurementKey ON measurement
  (participant, sha256, methodName, methodVersion, parameterHash, side, definition);
CREATE INDEX measurementEventByMeasurement ON measurementEvent (measurement);
CREATE INDEX measurementEventByEvent ON measurementEvent (taskVersion, occurrence);
CREATE INDEX outcomeVersionByOutcome ON outcomeVersion (outcome);
CREATE INDEX outcomeVersionByTask ON outcomeVersion (participant, task);
CREATE INDEX outcomeVersionByStart ON outcomeVersion (participant, eventStart);
CREATE INDEX outcomeVersionByDate ON outcomeVersion (participant, eventDate);
CREATE UNIQUE INDEX outcomeVersionKey ON outcomeVersion (taskVersion, occurrence, generation, version);
CREATE TRIGGER migrationUpdate BEFORE UPDATE ON migration
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER migrationDelete BEFORE DELETE ON migration
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER migrationInsert BEFORE INSERT ON migration
WHEN EXISTS (SELECT 1 FROM migration WHERE number = NEW.number OR name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER participantUpdate BEFORE UPDATE ON participant
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER participantDelete BEFORE DELETE ON participant
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER participantInsert BEFORE INSERT ON participant
WHEN EXISTS (SELECT 1 FROM participant WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER planStartUpdate BEFORE UPDATE ON planStart
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER planStartDelete BEFORE DELETE ON planStart
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER planStartInsert BEFORE INSERT ON planStart
WHEN EXISTS (SELECT 1 FROM planStart WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER taskVersionUpdate BEFORE UPDATE ON taskVersion
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER taskVersionDelete BEFORE DELETE ON taskVersion
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER taskVersionInsert BEFORE INSERT ON taskVersion
WHEN EXISTS (SELECT 1 FROM taskVersion WHERE number = NEW.number OR uuid = NEW.uuid)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementUpdate BEFORE UPDATE ON measurement
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementDelete BEFORE DELETE ON measurement
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementInsert BEFORE INSERT ON measurement
WHEN EXISTS (SELECT 1 FROM measurement WHERE number = NEW.number OR (participant = NEW.participant AND sha256 = NEW.sha256
AND methodName = NEW.methodName AND methodVersion = NEW.methodVersion
AND parameterHash = NEW.parameterHash AND side = NEW.side AND definition = NEW.definition))
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementEventUpdate BEFORE UPDATE ON measurementEvent
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementEventDelete BEFORE DELETE ON measurementEvent
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER measurementEventInsert BEFORE INSERT ON measurementEvent
WHEN EXISTS (SELECT 1 FROM measurementEvent WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeVersionUpdate BEFORE UPDATE ON outcomeVersion
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeVersionDelete BEFORE DELETE ON outcomeVersion
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeVersionInsert BEFORE INSERT ON outcomeVersion
WHEN EXISTS (SELECT 1 FROM outcomeVersion WHERE number = NEW.number OR uuid = NEW.uuid OR (taskVersion = NEW.taskVersion
AND occurrence = NEW.occurrence AND generation = NEW.generation AND version = NEW.version))
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeValueUpdate BEFORE UPDATE ON outcomeValue
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeValueDelete BEFORE DELETE ON outcomeValue
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER outcomeValueInsert BEFORE INSERT ON outcomeValue
WHEN EXISTS (SELECT 1 FROM outcomeValue WHERE outcomeVersion = NEW.outcomeVersion AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE UNIQUE INDEX calibrationKey ON calibration
  (participant, sha256, methodName, methodVersion, parameterHash, side);
CREATE TRIGGER calibrationUpdate BEFORE UPDATE ON calibration
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER calibrationDelete BEFORE DELETE ON calibration
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
CREATE TRIGGER calibrationInsert BEFORE INSERT ON calibration
WHEN EXISTS (SELECT 1 FROM calibration WHERE number = NEW.number OR (participant = NEW.participant AND sha256 = NEW.sha256
AND methodName = NEW.methodName AND methodVersion = NEW.methodVersion
AND parameterHash = NEW.parameterHash AND side = NEW.side))
BEGIN SELECT RAISE(ABORT, 'rows are only ever added'); END;
COMMIT;
