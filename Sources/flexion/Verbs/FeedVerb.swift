import Assessment
import Care
import CareStore

/// `feed`: the cards of a day and its ring.
enum FeedVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let store = try setting.open(.readOnly)
    let day = setting.day("day") ?? setting.occasion.today
    let feed = try await DayFeed.load(day, from: store, setting.occasion)
    return Answer(text: page(feed), json: feed.json)
  }

  /// The ring on the left, the cards beside it.
  private static func page(_ feed: DayFeed) -> String {
    let ring = feed.completionRing.terminalLines
    let cards = feed.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    var text = ""
    for row in 0..<max(ring.count, cards.count + 1) {
      let left = row < ring.count ? ring[row] : String(repeating: " ", count: ring[0].count)
      var line = left + "   " + (row > 0 && row <= cards.count ? cards[row - 1] : "")
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
