/// The third step of the schema: the audit trail, how many values an outcome has, and an index that finds the
/// versions of one outcome without a look at the others of its participant.
///
/// The columns that chain the entries by their hashes come with a later step.
let auditSchema =
  """
  CREATE TABLE auditEntry (
    number INTEGER PRIMARY KEY,
    action TEXT NOT NULL, subject TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;

  ALTER TABLE outcomeVersion ADD COLUMN valueCount INTEGER CHECK (valueCount >= 0);
  DROP INDEX outcomeVersionByOutcome;
  CREATE INDEX outcomeVersionByOutcome ON outcomeVersion (participant, outcome);
  DROP INDEX outcomeVersionByTask;
  CREATE INDEX outcomeVersionByTask ON outcomeVersion (participant, task, eventStart);
  """
  + appendOnly("auditEntry", sameRow: "number = NEW.number")
