import Glibc
import Recordings
import Testing

@Suite struct `Folders of recordings` {
  private let folder = TemporaryFolder()
  private let table = TableText().text

  @Test func `recordings are found at any depth in the order of their bytes`() throws {
    let inner = folder.folder("b")
    folder.write(table, as: "Z.csv")
    folder.write(table, as: "a.csv")
    folder.write(table, as: "b/no-extension")
    folder.write(table, as: "ä.csv")
    let expected = ["Z.csv", "a.csv", "b/no-extension", "ä.csv"].map(folder.file)
    #expect(try RecordingFolder.recordings(in: folder.path) == expected)
    #expect(try RecordingFolder.recordings(in: inner + "/") == [folder.file("b/no-extension")])
  }

  @Test func `truth, results, notes, licences and hidden files are left out`() throws {
    folder.write(table, as: "walk.csv")
    folder.write(table, as: "walk.truth.csv")
    folder.write(table, as: ".hidden.csv")
    folder.write("time_s,flexion_deg\n0.0,1.0\n", as: "angles.csv")
    folder.write("# Recordings\n", as: "README.md")
    folder.write("CC0\n", as: "walk.csv.license")
    #expect(try RecordingFolder.recordings(in: folder.path) == [folder.file("walk.csv")])
  }

  @Test func `a damaged recording is found, so that it is refused by name`() throws {
    folder.write(table, as: "a.csv")
    folder.write("", as: "b.csv")
    folder.write([0, 1, 2, 3, 4, 5, 6, 7], as: "c.mat")
    #expect(try RecordingFolder.recordings(in: folder.path) == ["a.csv", "b.csv", "c.mat"].map(folder.file))
  }

  @Test func `a link back to the folder is not followed`() throws {
    folder.write(table, as: "a.csv")
    symlink(folder.path, folder.file("again"))
    #expect(try RecordingFolder.recordings(in: folder.path) == [folder.file("a.csv")])
  }

  @Test func `a folder without recordings is refused with what was looked at`() {
    folder.write("notes", as: "notes.txt")
    #expect(throws: RecordingError.folderWithoutRecordings(folder: folder.path, files: 1)) {
      try RecordingFolder.recordings(in: folder.path)
    }
    #expect(throws: RecordingError.noSuchFile(file: folder.file("none"))) {
      try RecordingFolder.recordings(in: folder.file("none"))
    }
  }
}
