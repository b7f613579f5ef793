import Glibc
import Recordings
import Testing

@Suite struct `Files that appear whole` {
  private let folder = TemporaryFolder()

  private func write(_ text: String, to path: String, force: Bool = false, inputs: [String] = []) throws {
    try AtomicFile.write(Array(text.utf8), to: path, force: force, inputs: inputs)
  }

  @Test func `a new file holds what was written and is its owner's alone`() throws {
    let path = folder.file("out.csv")
    try write("whole\n", to: path)
    #expect(TemporaryFolder.text(of: path) == "whole\n")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(folder.names == ["out.csv"])
  }

  @Test func `an existing file stays unless force is given`() throws {
    let path = folder.write("old", as: "out.csv")
    #expect(throws: RecordingError.outputExists(path: path)) { try write("new", to: path) }
    #expect(TemporaryFolder.text(of: path) == "old")
    try write("new", to: path, force: true)
    #expect(TemporaryFolder.text(of: path) == "new")
    #expect(folder.names == ["out.csv"])
  }

  @Test func `an output that is an input is refused by any name`() throws {
    let input = folder.write("input", as: "in.csv")
    symlink("in.csv", folder.file("soft.csv"))
    link(input, folder.file("hard.csv"))
    let names = [
      "in.csv", "./in.csv", "../\(folder.path.split(separator: "/").last!)/in.csv", "soft.csv", "hard.csv",
    ]
    for name in names {
      let path = folder.file(name)
      #expect(throws: RecordingError.outputIsInput(path: path, input: input)) {
        try write("lost", to: path, force: true, inputs: [folder.file("none"), input])
      }
      #expect(throws: RecordingError.outputIsInput(path: path, input: input)) {
        try AtomicFile.check(path, force: true, inputs: [input])
      }
    }
    #expect(TemporaryFolder.text(of: input) == "input")
  }

  @Test func `a missing folder is not made`() {
    let path = folder.file("none/out.csv")
    #expect(throws: RecordingError.outputFolderMissing(folder: folder.file("none"))) {
      try write("x", to: path)
    }
    #expect(folder.names == [])
  }

  @Test func `a folder in the place of the file cannot be replaced`() {
    let path = folder.folder("out.csv")
    #expect(throws: RecordingError.cannotCreate(path: path, code: EISDIR)) {
      try write("x", to: path, force: true)
    }
    #expect(throws: RecordingError.cannotCreate(path: path + "/", code: EISDIR)) {
      try write("x", to: path + "/")
    }
  }

  @Test func `a full disk is another fault than a place that cannot be written to`() {
    #expect(throws: RecordingError.cannotWrite(path: "/dev/full", code: ENOSPC)) {
      try write("x", to: "/dev/full")
    }
    let file = folder.write("x", as: "file")
    #expect(throws: RecordingError.cannotCreate(path: file + "/out.csv", code: ENOTDIR)) {
      try write("x", to: file + "/out.csv")
    }
  }

  @Test func `a writer that gives up leaves the old file and nothing else`() throws {
    let path = folder.write("old", as: "out.csv")
    let fault = RecordingError.noBytes(file: "in")
    #expect(throws: fault) {
      try AtomicFile.write(to: path, force: true) { output throws(RecordingError) in
        try output.append(String(repeating: "half a file\n", count: 100_000))
        throw fault
      }
    }
    #expect(TemporaryFolder.text(of: path) == "old")
    #expect(folder.names == ["out.csv"])
  }

  @Test func `a file that appears while the work runs is not overwritten`() {
    let path = folder.file("out.csv")
    #expect(throws: RecordingError.outputExists(path: path)) {
      try AtomicFile.write(to: path, force: false) { output throws(RecordingError) in
        try output.append("mine")
        folder.write("theirs", as: "out.csv")
      }
    }
    #expect(TemporaryFolder.text(of: path) == "theirs")
    #expect(folder.names == ["out.csv"])
  }

  @Test func `a device is written to and not replaced`() throws {
    try write("x", to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `what a killed run leaves is known by its name`() {
    #expect(AtomicFile.isLeftOver(name: ".flexion-3k2j1.tmp"))
    #expect(!AtomicFile.isLeftOver(name: "flexion.tmp"))
    #expect(!AtomicFile.isLeftOver(name: ".flexion-store.db"))
  }
}
