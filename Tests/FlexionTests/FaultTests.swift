import Care
import Foundation
import Goniometry
import IMUProtocols
import Inertial
import JSONText
import KneeJoint
import Recordings
import SampleConditioning
import SerialPorts
import Testing

@testable import flexion

/// One error value a room and kind, with the exit code that it must have.
private let cases: [(any Error, ExitCode)] = [
  (RecordingError.noSuchFile(file: "a"), .noInput),
  (RecordingError.cannotOpen(file: "a", code: EACCES), .notPermitted),
  (RecordingError.cannotOpen(file: "a", code: EIO), .inputOutput),
  (RecordingError.cannotRead(file: "a", byte: 7, code: EIO), .inputOutput),
  (RecordingError.isFolder(file: "a"), .noInput),
  (RecordingError.folderWithoutRecordings(folder: "a", files: 3), .noInput),
  (RecordingError.noBytes(file: "a"), .dataRefused),
  (RecordingError.otherContent(file: "a", kind: .zip), .dataRefused),
  (RecordingError.binaryContent(file: "a", byte: 3), .dataRefused),
  (RecordingError.noHeading(file: "a", line: 2, beginning: "x"), .dataRefused),
  (RecordingError.missingColumn(file: "a", line: 1, sensor: "s", expected: ["x"]), .dataRefused),
  (RecordingError.gravityRemoved(file: "a", line: 1, column: "x"), .dataRefused),
  (RecordingError.noUsableRow(file: "a", line: 1, leftOut: 4), .dataRefused),
  (
    RecordingError.noUsableFrame(
      file: "a", port: "b", expected: "x-IMU3 text", bytes: 9, leftOut: 1, evidence: "text"), .dataRefused
  ),
  (RecordingError.unknownProtocol(file: "a", name: "b", known: ["text"]), .dataRefused),
  (RecordingError.ambiguousComma(file: "a", line: 1, cell: "1,234"), .dataRefused),
  (
    RecordingError.missingVariable(
      file: "a", expected: .init(name: "x", rows: nil, columns: 3, meaning: "rate, rad/s")), .dataRefused
  ),
  (RecordingError.damagedContainer(file: "a", format: "MAT", detail: .endsInside(byte: 3)), .dataRefused),
  (RecordingError.damagedContainer(file: "a", format: "MAT", detail: .badVariable(name: "x")), .dataRefused),
  (RecordingError.outputExists(path: "a"), .cannotCreate),
  (RecordingError.outputIsInput(path: "a", input: "b"), .cannotCreate),
  (RecordingError.outputFolderMissing(folder: "a"), .cannotCreate),
  (RecordingError.cannotCreate(path: "a", code: EISDIR), .cannotCreate),
  (RecordingError.cannotCreate(path: "a", code: EROFS), .notPermitted),
  (RecordingError.cannotWrite(path: "a", code: ENOSPC), .inputOutput),
  (GoniometerError.unknownPlacement(sensors: ["a", "b"]), .dataRefused),
  (GoniometerError.thighAlone(sensor: "a"), .dataRefused),
  (GoniometerError.placedTwice(segment: .thigh, side: .left, sensors: ["a", "b"]), .dataRefused),
  (GoniometerError.unknownSensor("x", known: ["a"]), .dataRefused),
  (GoniometerError.ambiguousSensor(known: ["a", "b"]), .usage),
  (GoniometerError.conditioning(.noTime(sensor: "a")), .dataRefused),
  (GoniometerError.knee(.noSamples), .dataRefused),
  (GoniometerError.poseNotStill(longest: 0.4, needed: 1), .dataRefused),
  (GoniometerError.poseMoves(wander: 0.1), .dataRefused),
  (GoniometerError.posesMissing(found: 1, stated: 2), .dataRefused),
  (GoniometerError.poseAxisUpright, .dataRefused),
  (GoniometerError.foreignCalibration(sensors: ["a"], side: .left, calibrated: [["b"]]), .dataRefused),
  (CareError.unknownCalibration, .dataRefused),
  (KneeJointError.tooLittleMotion(samples: 2, peakRate: 0.1), .dataRefused),
  (KneeJointError.unequalLengths([1, 2]), .programFault),
  (ConditioningError.noUsableRow(sensor: nil), .dataRefused),
  (ConditioningError.tooSlow(sensor: "a", rate: 0.1), .dataRefused),
  (ConditioningError.unknownUnit(sensor: "a", quantity: .specificForce, measured: 3), .dataRefused),
  (ConditioningError.noOverlap(thigh: 0...1, shank: 2...3), .dataRefused),
  (SerialPortError.noSuchPort(path: "a"), .unreachable),
  (SerialPortError.notPermitted(path: "a", group: "dialout"), .notPermitted),
  (SerialPortError.busy(path: "a", holder: 7), .tryAgain), (SerialPortError.notAPort(path: "a"), .noInput),
  (SerialPortError.disappeared(path: "a"), .unreachable),
  (SerialPortError.unsupportedSpeed(path: "a", baud: 3, nearest: 9600), .unreachable),
  (SerialPortError.failed(path: "a", operation: .read, code: EIO), .inputOutput),
  (DeviceConfigurationError.badValue(key: "units.acc", expected: .text), .dataRefused),
  (RawLogError.damagedHeader, .dataRefused),
  (CareError.unknownTask(id: "a"), .dataRefused), (CareError.notRetakable(task: "a"), .dataRefused),
  (CareError.storeUnavailable(StoreFault(.busy, path: "a")), .tryAgain),
  (StoreFault(.badAddress, path: "a"), .usage), (StoreFault(.missing, path: "a"), .noInput),
  (StoreFault(.notPermitted, path: "a"), .notPermitted),
  (StoreFault(.othersCanWrite, path: "a"), .notPermitted),
  (StoreFault(.readOnly, path: "a"), .notPermitted), (StoreFault(.cannotCreate, path: "a"), .cannotCreate),
  (StoreFault(.notAStore, path: "a"), .dataRefused), (StoreFault(.newerSchema, path: "a"), .configuration),
  (StoreFault(.damaged, path: "a"), .inputOutput), (StoreFault(.full, path: "a"), .inputOutput),
  (StoreFault(.constraint, path: "a"), .programFault),
  (JSONSyntaxError(.endOfText, line: 3, column: 1), .dataRefused),
  (OutputError.standardOutput(errno: ENOSPC), .inputOutput),
  (UsageError.nothingAsked, .usage), (CocoaError(.fileNoSuchFile), .programFault),
]

@Suite struct `Every error value` {
  @Test(arguments: cases.indices) func `has its exit code and one line of words`(index: Int) {
    let (error, code) = cases[index]
    let failure = Faults.failure(error)
    #expect(failure.exit == code, "\(error)")
    #expect(!failure.words.contains("\n") && failure.message.count > 5, "\(error)")
    #expect(failure.code.wholeMatch(of: /[a-zA-Z0-9]+/) != nil)
    // What to do stands with every refusal that a person can mend.
    if [.dataRefused, .usage].contains(code), !(error is CareError), !(error is JSONSyntaxError) {
      #expect(failure.hint != nil, "\(error)")
    }
  }

  @Test func `names line or byte where it is known`() {
    #expect(
      Faults.failure(RecordingError.noHeading(file: "a.csv", line: 2, beginning: "x")).words.hasPrefix(
        "a.csv:2: "))
    #expect(
      Faults.failure(RecordingError.binaryContent(file: "a.csv", byte: 9)).words.hasPrefix("a.csv: byte 9: "))
    #expect(
      Faults.failure(JSONSyntaxError(.endOfText, line: 3, column: 1)).naming("p.json").words.hasPrefix(
        "p.json:3: "))
  }
}
