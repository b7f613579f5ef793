import Care
import CareStore
import DecimalText
import Foundation

/// The findings of `doctor` on the store: reachable, schema, integrity, room on the disk, rights.
struct StoreCheckup {
  let findings: [Finding]

  init(_ call: Invocation) {
    do {
      let setting = try CareSetting(call)
      let address = try setting.address()
      findings = try setting.exists() ? Self.examine(address) : Self.absent(address, call)
    } catch { findings = [Self.failed(Faults.failure(error))] }
  }

  private static func failed(_ failure: Failure) -> Finding {
    Finding(
      "store", .fail, failure.code,
      [failure.file, failure.message].compactMap(\.self).joined(separator: ": "),
      advice: failure.hint, exit: failure.exit)
  }

  /// No store is no fault, unless one was named.
  private static func absent(_ address: String, _ call: Invocation) -> [Finding] {
    if call.request.has("store") { return [failed(Faults.failure(StoreFault(.missing, path: address)))] }
    return [
      Finding(
        "store", .ok, "noStore", "there is none yet at \(address)",
        advice: "`flexion plan apply FILE` or `process --store` makes one")
    ]
  }

  private static func examine(_ address: String) -> [Finding] {
    do {
      let store = try StoreExamination(address)
      var findings = [
        Finding(
          "store", .ok, "store",
          "\(store.path): \(size(store.size)), schema \(store.schema) of \(StoreExamination.schemaKnown)")
      ]
      findings += store.damage.map {
        Finding(
          "store", .fail, "damaged", "the store is damaged: \($0)", advice: "restore a backup",
          exit: .inputOutput)
      }
      if store.damage.isEmpty { findings.append(Finding("store", .ok, "whole", "every page is in order")) }
      if store.othersCanRead {
        findings.append(
          Finding(
            "store", .warn, "othersCanRead", "others can read the store",
            advice: "run `chmod 600 \(store.path)`"))
      }
      return findings + room(beside: store.path)
    } catch { return [failed(Faults.failure(error))] }
  }

  /// Free space where the store lies [bytes].
  private static func room(beside path: String) -> [Finding] {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return [] }
    let free = Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    let isTight = free < 100_000_000
    return [
      Finding(
        "store", isTight ? .warn : .ok, "room", "\(size(free)) free on its disk",
        advice: isTight ? "make room: an hour of two sensors takes some 50 MB as a raw log" : nil)
    ]
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\(DecimalText.fixed(Double(bytes) / 1000, decimals: 1)) kB"
      : bytes < 1_000_000_000
        ? "\(DecimalText.fixed(Double(bytes) / 1e6, decimals: 1)) MB"
        : "\(DecimalText.fixed(Double(bytes) / 1e9, decimals: 1)) GB"
  }
}
