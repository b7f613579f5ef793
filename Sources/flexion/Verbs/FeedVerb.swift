import Assessment
import Care
import CareStore
import Glibc

/// `feed`: the cards of a day and its ring.
enum FeedVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let store = try setting.open(.readOnly)
    let day = setting.day("day") ?? setting.occasion.today
    let feed = try await DayFeed.load(day, in: call.language, from: store, setting.occasion)
    return Answer(text: feed.page(hasColour: call.paintsOutput), json: feed.json)
  }
}

extension Invocation {
  /// The language of what people read; errors stay English.
  var language: Language { request.text("lang").flatMap { Language(rawValue: $0) } ?? .english }

  /// Whether the text on standard output may have colours: on a terminal, or where they were asked for.
  var paintsOutput: Bool {
    switch request.text("color") {
    case "always": true
    case "never": false
    default:
      isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb"
    }
  }
}
