import IMUProtocols

/// One port after a look at it: what speaks there, or why it is not used.
public struct ExaminedPort: Sendable {
  public enum Use: Sendable {
    case found(DetectionReport)
    /// Nobody listened to it.
    case notTried
    case absent
    case notPermitted(NodeRights?)
    case busy([PortHolder])
    /// A service that takes such ports holds it.
    case taken(PortHolder)
    case silent(DetectionReport)
    case unknownBytes(DetectionReport)
    case failed(SerialPortError)
  }

  /// As it was named, or listed.
  public let path: String
  /// nil for a path that the system does not list, such as a pseudo terminal.
  public let listed: ListedPort?
  public let identity: PortIdentity
  public let use: Use
  /// Bytes of a sample of all its sensors together; nil until something was recognised.
  public let bytesPerSample: Double?
  /// What came of setting its rate; nil when nobody asked for it, or nothing was recognised.
  public let rateSetting: Result<RateCheck, any Error>?

  /// Programs that take serial ports for themselves.
  public static let services: Set<String> = ["ModemManager", "brltty", "gpsd"]

  /// Looks without opening.
  public init(_ path: String, _ listed: ListedPort?, user: SystemUser = .current) {
    self.path = path
    self.listed = listed
    identity = listed?.identity ?? .name(path)
    use = Self.obstacle(listed, user) ?? .notTried
    bytesPerSample = nil
    rateSetting = nil
  }

  /// Listens to it as `plan` says, unless something stands in the way. `rate` [Hz] is written into what is recognised.
  public init(
    listening path: String, _ listed: ListedPort?, _ plan: DetectionPlan, system: SystemRoot,
    rate: Double? = nil, shouldStop: () -> Bool, recognize: @escaping Recognizer
  ) {
    self.path = path
    self.listed = listed
    identity = listed?.identity ?? .name(path)
    var size: Double?
    var setting: Result<RateCheck, any Error>?
    if let obstacle = Self.obstacle(listed, .current) {
      use = obstacle
    } else {
      do throws(SerialPortError) {
        let setup = PortSetup(try PortSource(path), system: system)
        var detection = try PortDetection(setup, plan: plan, recognize: recognize)
        let isFound = try detection.run(shouldStop: shouldStop)
        let report = detection.report
        use = isFound ? .found(report) : report.isSilent ? .silent(report) : .unknownBytes(report)
        if isFound, let spoken = report.match?.recognition?.protocolName.flatMap(SerialProtocol.named) {
          var port = detection.dialogue()
          let decoder = try? spoken.makeDecoder("")
          size = decoder.flatMap { port.bytesPerSample($0) }
          if let rate {
            let before = port.records.count
            setting = Self.set(
              RateSetting(
                rate: rate, protocolName: spoken.name, bytesPerSample: size,
                isLimitedBySpeed: listed?.kind != .cdcACM), in: &port)
            size = decoder.flatMap { port.bytesPerSample($0, from: before) } ?? size
          }
        }
      } catch { use = Self.use(of: error, listed) }
    }
    bytesPerSample = size
    rateSetting = setting
  }

  private static func set(
    _ setting: RateSetting, in port: inout PortDialogue
  ) -> Result<RateCheck, any Error> {
    do { return .success(try setting.write(to: &port)) } catch { return .failure(error) }
  }

  private static func obstacle(_ listed: ListedPort?, _ user: SystemUser) -> Use? {
    guard let listed else { return nil }
    guard let rights = listed.rights else { return .absent }
    if !rights.allow(user) { return .notPermitted(rights) }
    if let service = listed.holders.first(where: { $0.program.map(services.contains) ?? false }) {
      return .taken(service)
    }
    return listed.holders.isEmpty ? nil : .busy(listed.holders)
  }

  private static func use(of error: SerialPortError, _ listed: ListedPort?) -> Use {
    switch error {
    case .noSuchPort: .absent
    case .notPermitted: .notPermitted(listed?.rights)
    case .busy(_, let holder): .busy(holder.map { [PortHolder(process: $0)] } ?? [])
    default: .failed(error)
    }
  }
}
