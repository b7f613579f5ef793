import Foundation
import JSONText
import TestSupport

/// One frame of a vector file: bytes, and what a decoder must make of them.
struct FrameVector: Sendable {
  enum Direction: String, Sendable { case fromDevice = "from_device", toDevice = "to_device" }
  enum Expectation: String, Sendable { case decode, reject, message, header }
  enum Value: Sendable, Equatable {
    case integer(Int64)
    case number(Double)
    case text(String)
  }
  struct Field: Sendable {
    var name: String
    var value: Value
    var unit: String
  }

  var id: String
  var proto: String
  var direction: Direction
  var expectation: Expectation
  var config: JSONValue?
  var bytes: [UInt8]
  var length: Int
  var ascii: String?
  var fields: [Field]
}

/// What is wrong with a vector file.
enum FrameVectorFileError: Error {
  case unknownFormat(JSONValue?)
  case damaged(id: String, key: String)
}

struct FrameVectorFile: Sendable {
  /// `FLEXION_FRAME_VECTORS`, else the committed copy.
  static let path =
    ProcessInfo.processInfo.environment["FLEXION_FRAME_VECTORS"]
    ?? SharedData.packageRoot + "/Tests/TestSupport/Vectors/frames.json"

  var frames: [FrameVector] = []
  /// Vectors that cannot be read: each is one failure, the others are still judged.
  var damaged: [String] = []

  init(path: String = path) throws { try self.init(text: Array(Data(contentsOf: URL(filePath: path)))) }

  init(text: [UInt8]) throws {
    let value = try JSONValue(parsing: text)
    guard value["format"] == .integer(1) else {
      throw FrameVectorFileError.unknownFormat(value["format"])
    }
    guard case .array(let items)? = value["frames"] else {
      throw FrameVectorFileError.damaged(id: "file", key: "frames")
    }
    for item in items {
      do { frames.append(try Self.frame(item)) } catch { damaged.append("\(error)") }
    }
  }

  private static func frame(_ value: JSONValue) throws -> FrameVector {
    let id = value["id"]?.text ?? "?"
    func text(_ key: String) throws -> String {
      guard let text = value[key]?.text else { throw FrameVectorFileError.damaged(id: id, key: key) }
      return text
    }
    guard let direction = FrameVector.Direction(rawValue: try text("direction")),
      let expectation = FrameVector.Expectation(rawValue: value["expect"]?.text ?? "decode"),
      case .integer(let length)? = value["length"]
    else { throw FrameVectorFileError.damaged(id: id, key: "direction, expect or length") }
    let bytes = try text("hex").split(separator: " ").map {
      guard let byte = UInt8($0, radix: 16) else { throw FrameVectorFileError.damaged(id: id, key: "hex") }
      return byte
    }
    return FrameVector(
      id: id, proto: try text("protocol"), direction: direction, expectation: expectation,
      config: value["config"], bytes: bytes, length: length, ascii: value["ascii"]?.text,
      fields: try (value["decoded"]?.items ?? []).map { try field($0, id) })
  }

  private static func field(_ value: JSONValue, _ id: String) throws -> FrameVector.Field {
    let content: FrameVector.Value
    switch value["value"] {
    case .integer(let number): content = .integer(Int64(number))
    case .number(let number): content = .number(number)
    case .string(let text): content = .text(text)
    default: throw FrameVectorFileError.damaged(id: id, key: "decoded.value")
    }
    return .init(name: value["name"]?.text ?? "", value: content, unit: value["unit"]?.text ?? "")
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
  var items: [JSONValue] {
    guard case .array(let items) = self else { return [] }
    return items
  }
}
