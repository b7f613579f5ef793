import Goniometry
import JSONText

/// `version`: what this build is, what it stands on, and what it is not.
enum VersionVerb {
  static let number = "0.1.0"
  static let licence = "GPL-3.0-or-later"
  static let statement =
    "flexion is research and self-monitoring software. It is not a medical device and is not intended for diagnosis, "
    + "for decisions about treatment, or for watching vital functions. It has not been evaluated under Regulation "
    + "(EU) 2017/745 or by the FDA. Each report states its measurement error."

  static func run(_ call: Invocation) throws -> Answer {
    let libraries = LibraryVersions.all
    var text = "flexion \(number)\nSwift \(compiler)\n"
    text += libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ") + "\n"
    text += "method \(Goniometer.methodName)\nlicence \(licence)\n\n" + HelpText.wrapped(statement, indent: 0)
    var versions = JSONObject()
    for library in libraries { versions[library.name] = .string(library.version) }
    return Answer(
      text: text,
      json: [
        "version": .string(number), "commit": .null, "swift": .string(compiler),
        "libraries": .object(versions),
        "method": .string(Goniometer.methodName), "licence": .string(licence),
        "statement": .string(statement),
      ])
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
