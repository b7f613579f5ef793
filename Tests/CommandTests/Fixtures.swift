import TestSupport

/// What the tests of the command feed it with.
enum Fixtures {
  /// A folder of the repository: recordings, docs/plans.
  static func repository(_ path: String) -> String { SharedData.packageRoot + "/" + path }

  /// A recording of 20 s with one sensor on the left shin.
  static func shin(in folder: TestFolder, _ name: String = "shin.csv") throws {
    _ = try flexion(
      "simulate recording --quiet --sensors 1 --duration 20 --rate 50 --out {}/\(name)", in: folder)
  }

  /// A recording of 20 s with two sensors on the left leg.
  static func leg(in folder: TestFolder, _ name: String = "leg.csv") throws {
    _ = try flexion(
      "simulate recording --quiet --motion squats --duration 20 --rate 50 --out {}/\(name)", in: folder)
  }

  static let plan = """
    {"plan":"test","tasks":[
      {"id":"knee","title":"Left knee","knee":{"limb":"left"},"extract":["range"],
       "schedule":{"allDay":true,"start":"D","every":{"day":1}}}]}
    """
}
