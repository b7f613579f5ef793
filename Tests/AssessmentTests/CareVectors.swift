import Foundation
import JSONText
import TestSupport
import Testing

/// Runs every vector of a file in the format of `Tests/TestSupport/Vectors/care.json`.
///
/// `FLEXION_CARE_VECTORS` names another file. Operations of rooms that are not built yet are listed in
/// `CareVectors.later` and printed as skipped; an unknown one is a failure.
@Suite struct CareVectors {
  @Test(arguments: CareVectorFile.committedOrChosen.runnable)
  func vector(_ vector: CareVector) async throws { try await vector.run() }

  @Test(arguments: CareVectorFile.examples.runnable)
  func example(_ vector: CareVector) async throws { try await vector.run() }

  @Test(arguments: [CareVectorFile.committedOrChosen, .examples])
  func `the file holds vectors, some of them run, and what is skipped is printed`(file: CareVectorFile) throws
  {
    #expect(file.fault == nil)
    #expect(!file.runnable.isEmpty)
    let skipped = Dictionary(grouping: file.vectors.filter(\.isLater), by: \.op).mapValues(\.count)
    for (op, count) in skipped.sorted(by: { $0.key < $1.key }) {
      print("CareVectors: skipped \(count) of \(op) in \(file.name), not built yet")
    }
    print("CareVectors: run \(file.runnable.count) of \(file.vectors.count) in \(file.name)")
  }

  /// What is not built yet: exchange between two stores.
  static let later: Set<String> = [
    "kv.merge", "kv.less", "kv.changed", "kv.encode", "sync.merge", "sync.conflict", "sync.conflict.outcome",
    "sync.order",
  ]
}

/// A file of vectors, or why it could not be read.
struct CareVectorFile: Sendable, CustomTestStringConvertible {
  let name: String
  let vectors: [CareVector]
  let fault: String?

  var runnable: [CareVector] { vectors.filter { !$0.isLater } }
  var testDescription: String { name }

  static let folder = SharedData.packageRoot + "/Tests/TestSupport/Vectors"
  static let committedOrChosen = CareVectorFile(
    ProcessInfo.processInfo.environment["FLEXION_CARE_VECTORS"] ?? folder + "/care.json")
  static let examples = CareVectorFile(folder + "/care-examples.json")

  init(_ path: String) {
    name = String(path.split(separator: "/").last ?? "")
    let read = Result { try CareVectorFile.read(path) }
    switch read {
    case .success(let vectors): (self.vectors, fault) = (vectors, vectors.isEmpty ? "no vectors" : nil)
    case .failure(let error): (vectors, fault) = ([], "\(path): \(error)")
    }
  }

  private static func read(_ path: String) throws -> [CareVector] {
    let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let fields = try JSONCursor(JSONValue(parsing: text)).anyFields()
    guard try fields.required("format").text() == "care-conformance-vectors" else {
      throw JSONFieldError(path: "format", problem: .missing)
    }
    return try fields.required("vectors").list().map { cursor in try CareVector(cursor) }
  }
}

/// One fact: an operation, its input, the expected answer.
struct CareVector: Sendable, CustomTestStringConvertible {
  let id: String
  let title: String
  let op: String
  let zoneName: String?
  let input: JSONCursor
  let expected: JSONValue
  /// Allowed difference of every number, in degrees.
  let tolerance: Double?

  var testDescription: String { "\(id) \(title)" }
  var isLater: Bool { CareVectors.later.contains(op) }

  init(_ cursor: JSONCursor) throws {
    let fields = try cursor.fields(only: [
      "id", "area", "title", "op", "timeZone", "input", "expected", "upstream", "rule", "why", "source",
      "toleranceDegrees",
    ])
    id = try fields.required("id").text()
    title = try fields.required("title").text()
    op = try fields.required("op").text()
    zoneName = try fields["timeZone"]?.text()
    input = JSONCursor(try fields.required("input").value)
    expected = try fields.required("expected").value
    tolerance = try fields["toleranceDegrees"]?.number()
  }

  /// Values of these operations compare by type too.
  private var comparesTypes: Bool {
    op.hasPrefix("value.") || op.hasPrefix("extract.") || op == "store.script"
  }

  func run() async throws {
    guard let operation = CareVector.operations[op] else {
      Issue.record("unknown operation \(op)")
      return
    }
    let answer = try await operation(self)
    let matching = VectorMatching(comparesTypes: comparesTypes, tolerance: tolerance ?? 1e-9)
    let difference = matching.difference(answer, expected, at: "expected")
    #expect(difference == nil)
  }

  typealias Operation = @Sendable (CareVector) async throws -> JSONValue

  static let operations = stored.merging(asked) { first, _ in first }.merging(moved) { first, _ in first }
    .merging(older) { first, _ in first }

  private static let stored: [String: Operation] = [
    "schedule.events": { try $0.scheduleEvents() }, "schedule.eventsOnDay": { try $0.eventsOnDay() },
    "schedule.first": { try $0.scheduleFirst() }, "schedule.nth": { try $0.scheduleNth() },
    "schedule.bounds": { try $0.scheduleBounds() }, "schedule.exists": { try $0.scheduleExists() },
    "schedule.validate": { try $0.scheduleValidate() }, "duration.decode": { try $0.durationDecode() },
    "adherence.days": { try $0.adherenceDays() }, "adherence.days.count": { try $0.adherenceDaysCount() },
    "ring.states": { try $0.ringStates() }, "ring.states4": { try $0.ringStates4() },
    "gate.future": { try $0.gateFuture() }, "value.types": { try $0.valueTypes() },
    "value.encode": { try $0.valueEncode() }, "value.decode": { try $0.valueDecode() },
    "value.equal": { try $0.valueEqual() }, "event.answer": { try $0.eventAnswer() },
    "extract.rom": { try $0.extractMotion() }, "result.lookup": { try $0.resultLookup() },
    "kneeTask.steps": { try $0.kneeTaskSteps() }, "store.script": { try await $0.storeScript() },
  ]

  private static let asked: [String: Operation] = [
    "adherence.metric": { try $0.metric() }, "adherence.metric.each": { try $0.metricOfEach() },
    "progress.exists": { try $0.progressExists() }, "progress.sum": { try $0.progressSum() },
    "progress.linear": { try $0.progressLinear() }, "progress.combine": { try $0.progressCombine() },
    "progress.combine.each": { try $0.progressCombineEach() },
    "scale.validate": { try $0.scaleValidate() }, "scale.default": { try $0.scaleDefault() },
    "scale.accept": { try $0.scaleAccept() }, "continuous.result": { try $0.continuousResult() },
    "textScale.validate": { try $0.textScaleValidate() }, "numeric.accept": { try $0.numericAccept() },
    "form.state": { try $0.formState() }, "form.result": { try $0.formResult() },
    "form.validate": { try $0.formValidate() }, "task.validate": { try $0.taskValidate() },
    "task.next": { try $0.taskNext() }, "extract.checkin": { try $0.extractCheckin() },
    "extract.checkin5": { try $0.extractCheckin5() }, "gate.feed": { try await $0.gateFeed() },
    "gate.onboarded": { try await $0.gateOnboarded() }, "gate.checkin": { try await $0.gateCheckin() },
    "gate.delete": { try $0.gateDelete() }, "survey.finish": { try await $0.surveyFinish() },
    "survey.finish.error": { try await $0.surveyFinishError() },
    "survey.finish.event": { try await $0.surveyFinishEvent() }, "card.label": { try $0.cardLabel() },
  ]

  private static let moved: [String: Operation] = [
    "rom.compute": { try $0.romCompute() }, "rom.legacy": { try $0.romLegacy() },
    "recorder.file": { try $0.recorderFile() },
  ]

  private static let older: [String: Operation] = [
    "fhir.timing": { try $0.fhirTiming() }, "fhir.timing.decode": { try $0.fhirTimingDecode() },
    "v1.count": { try $0.olderCount() }, "v1.validate": { try $0.olderValidate() },
    "v1.result": { try $0.olderResult() }, "v1.result.validate": { try $0.olderResultValidate() },
    "v1.toggle": { try $0.olderToggle() }, "v1.canRetake": { try $0.olderCanRetake() },
    "v1.ring": { try $0.olderRing() }, "v1.script": { try await $0.olderScript() },
    "v1.threshold": { try $0.olderThreshold() },
  ]
}
