/// What must hold between the rows of a store, beyond what the engine guards: each statement names rows that break it.
struct StoreInvariant {
  let name: String
  let sql: String

  static let all = [
    StoreInvariant(
      name: "one live answer an event",
      sql: """
        SELECT min(uuid) FROM outcomeVersion o WHERE version = 0 AND NOT EXISTS
          (SELECT 1 FROM outcomeVersion t WHERE t.participant = o.participant AND t.outcome = o.outcome
            AND t.kind = 'tombstone')
        GROUP BY taskVersion, occurrence HAVING count(*) > 1
        """),
    StoreInvariant(
      name: "each version of an answer follows the one before",
      sql: """
        SELECT uuid FROM outcomeVersion o WHERE (version = 0 AND predecessors <> '')
          OR (version > 0 AND NOT EXISTS
            (SELECT 1 FROM outcomeVersion p WHERE p.participant = o.participant AND p.outcome = o.outcome
              AND p.version = o.version - 1 AND p.uuid = o.predecessors AND p.kind = 'normal'
              AND p.taskVersion = o.taskVersion AND p.occurrence = o.occurrence
              AND p.generation = o.generation))
        """),
    StoreInvariant(
      name: "answers belong to a version of their task",
      sql: """
        SELECT o.uuid FROM outcomeVersion o LEFT JOIN taskVersion t ON t.uuid = o.taskVersion
        WHERE t.uuid IS NULL OR t.task <> o.task OR t.participant <> o.participant OR t.kind <> 'normal'
        """),
    StoreInvariant(
      name: "values are complete and in order",
      sql: """
        SELECT o.uuid FROM outcomeVersion o LEFT JOIN outcomeValue v ON v.outcomeVersion = o.number
        GROUP BY o.number, o.uuid, o.valueCount
        HAVING count(v.position) <> coalesce(o.valueCount, count(v.position))
          OR count(v.position) <> coalesce(max(v.position) + 1, 0)
        """),
    StoreInvariant(
      name: "values fit their types",
      sql: """
        SELECT o.uuid FROM outcomeValue v JOIN outcomeVersion o ON o.number = v.outcomeVersion
        WHERE CASE v.type WHEN 'integer' THEN v.integerValue WHEN 'boolean' THEN v.integerValue
          WHEN 'double' THEN v.doubleValue WHEN 'binary' THEN v.binaryValue ELSE v.textValue END IS NULL
        """),
    StoreInvariant(
      name: "measurements are attached to events of their participant",
      sql: """
        SELECT 'measurement ' || m.number FROM measurementEvent e JOIN measurement m ON m.number = e.measurement
        JOIN taskVersion t ON t.uuid = e.taskVersion
        WHERE t.participant <> m.participant OR t.task <> e.task
        """),
  ]
}
