import Foundation
import TestSupport
import Testing

/// The commands printed in recordings/README.md make the files that are shipped there.
@Suite struct `A shipped recording` {
  static let folder = SharedData.packageRoot + "/recordings"

  /// The text between `flexion ` and `--out`, and the name of the file.
  static let commands: [(line: String, file: String)] = {
    let text = (try? String(contentsOfFile: folder + "/README.md", encoding: .utf8)) ?? ""
    return text.matches(of: /`flexion (simulate recording .*) --out recordings\/([a-z_]+\.csv)`/).map {
      (String($0.1), String($0.2))
    }
  }()

  @Test func `stands in the table with its command`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let recordings = files.filter { $0.hasSuffix(".csv") && !$0.hasSuffix(".truth.csv") }
    #expect(Set(recordings) == Set(Self.commands.map(\.file)))
  }

  @Test(arguments: commands)
  func `is what its command makes, with its truth`(line: String, file: String) throws {
    let folder = try TestFolder()
    #expect(try flexion("\(line) --quiet --out {}/\(file)", in: folder).exit == 0)
    for name in [file, file.replacingOccurrences(of: ".csv", with: ".truth.csv")] {
      #expect(try folder.read(name) == String(contentsOfFile: Self.folder + "/" + name, encoding: .utf8))
    }
  }
}
