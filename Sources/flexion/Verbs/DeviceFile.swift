import IMUProtocols

/// The file of `--device`.
enum DeviceFile {
  /// Read before anything is opened, so that an error names the place in the user's file.
  ///
  /// - Parameter stated: what `--protocol` says; a file that names no protocol is read as that one's.
  static func read(_ file: String, stated: String?) throws -> DeviceConfiguration {
    let bytes = try TextFile.read(file)
    do { return try DeviceConfiguration(json: bytes, stated: stated) } catch {
      throw Faults.failure(error).naming(file)
    }
  }
}
