import Foundation
import TestSupport
import Testing

/// The table of docs/Architecture.md: who may import whom. A room is on a higher floor than all it imports.
private let mayImport: [String: Set<String>] = [
  "CGSL": [], "CSQLite": [], "CNettle": [], "CJansson": [], "CMatio": [], "CZlib": [], "CSerial": [],
  "CAllocations": [], "CHDF5": [], "CHDF5Values": ["CHDF5"],
  "Inertial": [], "DecimalText": [], "Care": ["DecimalText"],
  "JSONText": ["CJansson", "DecimalText"],
  "SampleConditioning": ["Inertial"],
  "Orientation": ["Inertial"],
  "KneeJoint": ["Inertial", "CGSL"],
  "IMUProtocols": ["Inertial", "DecimalText"],
  "Charts": ["DecimalText"],
  "Goniometry": ["Inertial", "SampleConditioning", "Orientation", "KneeJoint"],
  "MotionSimulator": ["Inertial", "IMUProtocols", "DecimalText"],
  "Recordings": [
    "Inertial", "IMUProtocols", "DecimalText", "CNettle", "CMatio", "CZlib", "CHDF5", "CHDF5Values",
  ],
  "SerialPorts": ["Inertial", "IMUProtocols", "CSerial"],
  "CareStore": ["Care", "JSONText", "CSQLite"],
  "Evaluation": ["Inertial", "Orientation", "KneeJoint", "SampleConditioning", "Goniometry"],
  "Assessment": ["Inertial", "KneeJoint", "Goniometry", "Care", "Charts", "JSONText"],
]

/// Rooms that see no clock, no file and no Foundation.
private let pureRooms: Set<String> = [
  "Inertial", "SampleConditioning", "Orientation", "KneeJoint", "IMUProtocols", "Charts", "Goniometry",
  "MotionSimulator", "Evaluation", "DecimalText",
]

@Suite struct `The rooms` {
  @Test func `every target depends only on what the table allows`() throws {
    let graph = try PackageGraph()
    for (room, dependencies) in graph.dependencies where room != "flexion" && !room.hasPrefix("Test") {
      let allowed = try #require(mayImport[room], "\(room) is missing in the table")
      #expect(Set(dependencies).subtracting(allowed) == [], "\(room)")
    }
    #expect(Set(mayImport.keys).subtracting(graph.dependencies.keys) == [])
    #expect(graph.dependencies["Goniometry"]?.count == 4, "the manifest was read")
  }

  @Test func `no edge imports another edge`() throws {
    let graph = try PackageGraph()
    let edges: Set = ["Recordings", "SerialPorts", "CareStore"]
    for edge in edges {
      #expect(edges.isDisjoint(with: try #require(graph.dependencies[edge])), "\(edge)")
      for (module, file) in try graph.imports(of: edge) {
        #expect(!edges.contains(module), "\(edge)/\(file)")
      }
    }
  }

  @Test func `files import only declared rooms`() throws {
    let graph = try PackageGraph()
    for (room, dependencies) in graph.dependencies {
      guard !room.hasPrefix("Test"),
        !room.hasPrefix("C") || room == "Care" || room == "CareStore" || room == "Charts"
      else { continue }
      for (module, file) in try graph.imports(of: room) where mayImport[module] != nil {
        #expect(dependencies.contains(module), "\(room)/\(file) imports \(module)")
      }
    }
  }

  @Test func `motion rooms see no clock, no file and no Foundation`() throws {
    let graph = try PackageGraph()
    let outside: Set = ["Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Synchronization"]
    for room in pureRooms {
      for (module, file) in try graph.imports(of: room) where outside.contains(module) {
        #expect(file == "ElementaryFunctions.swift", "\(room)/\(file) imports \(module)")
      }
    }
  }

  @Test func `the architecture page has a row for every room with what it imports`() throws {
    let page = try String(contentsOfFile: SharedData.packageRoot + "/docs/Architecture.md", encoding: .utf8)
    for (room, imports) in mayImport {
      let row = page.split(separator: "\n").first { $0.hasPrefix("|") && $0.contains("`\(room)`") }
      let words = try #require(row, "\(room)").split(separator: "|").last.map(String.init) ?? ""
      if room == "Goniometry" || room == "Assessment" { continue }
      for module in imports { #expect(words.contains(module), "\(room) imports \(module)") }
    }
  }

  @Test func `library products need only GSL`() throws {
    let graph = try PackageGraph()
    func reach(_ room: String) -> Set<String> {
      (graph.dependencies[room] ?? []).reduce(into: [room]) { $0.formUnion(reach($1)) }
    }
    let libraries = [
      "Inertial", "Orientation", "KneeJoint", "SampleConditioning", "Goniometry", "IMUProtocols",
    ]
    for library in libraries {
      let system = reach(library).filter {
        ["CSQLite", "CNettle", "CJansson", "CMatio", "CZlib", "CHDF5", "CSerial"].contains($0)
      }
      #expect(system.isEmpty, "\(library) reaches \(system)")
    }
  }
}
