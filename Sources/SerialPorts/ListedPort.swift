import Glibc

/// One serial port of the computer and what the system knows about it, without opening it.
public struct ListedPort: Hashable, Sendable {
  /// "ttyUSB0"
  public let name: String
  /// "/dev/ttyUSB0", below the root that was looked through.
  public let path: String
  public internal(set) var kind: PortKind
  public internal(set) var driver: String?
  public internal(set) var usb: USBIdentity?
  /// Links of /dev/serial; nil where they are missing.
  public internal(set) var byID: String?
  public internal(set) var byPath: String?
  /// After how long an FTDI adapter passes on a few bytes [ms].
  public internal(set) var latencyTimer: Int?
  public internal(set) var rights: NodeRights?
  /// Programs that have it open.
  public internal(set) var holders: [PortHolder] = []
  public internal(set) var identity: PortIdentity

  /// How people should name it to a program: it does not change when another device is plugged in.
  public var lastingPath: String {
    switch identity {
    case .device(let link), .socket(let link): link
    case .usb, .name: path
    }
  }
}

/// Who may use a device node.
public struct NodeRights: Hashable, Sendable {
  /// Owner, group and others, as in `ls -l`: 0o660.
  public let mode: UInt32
  public let owner: UInt32
  public let group: UInt32
  /// nil for a group without a name.
  public let groupName: String?
  public let ownerName: String?

  init(mode: UInt32, owner: UInt32, group: UInt32, groupName: String?, ownerName: String? = nil) {
    self.mode = mode
    self.owner = owner
    self.group = group
    self.groupName = groupName
    self.ownerName = ownerName
  }

  init(_ status: stat) {
    let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    self.init(
      mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid, groupName: group,
      ownerName: owner)
  }

  /// "root:dialout 0660"
  public var text: String {
    let digits = String(mode, radix: 8)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(ownerName ?? "\(owner)"):\(groupName ?? "\(group)") \(padded)"
  }

  public var isOpenToAll: Bool { mode & 0o002 != 0 }

  /// Reading and writing, by the numbers of a user.
  public func allow(_ user: SystemUser) -> Bool {
    if user.id == 0 { return true }
    let shift: UInt32 = user.id == owner ? 6 : user.groups.contains(group) ? 3 : 0
    return mode >> shift & 0o6 == 0o6
  }
}

/// Whose rights count.
public struct SystemUser: Hashable, Sendable {
  public let id: UInt32
  public let groups: Set<UInt32>

  init(id: UInt32, groups: Set<UInt32>) {
    self.id = id
    self.groups = groups
  }

  /// Login name of the user.
  static var name: String? { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } }

  /// Of this process: groups that were given since the last login do not count yet.
  public static var current: SystemUser {
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(groups.count), &groups)
    return SystemUser(id: geteuid(), groups: Set(groups.prefix(Int(max(0, count)))).union([getegid()]))
  }
}
