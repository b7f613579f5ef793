// swift-tools-version: 6.2
// The rooms of flexion, floor by floor. Who may import whom stands in docs/Architecture.md;
// the build rejects an undeclared import and RoomTests hold this graph to the table.
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "flexion",
  products: [
    .library(name: "Inertial", targets: ["Inertial"]),
    .library(name: "SampleConditioning", targets: ["SampleConditioning"]),
    .library(name: "Orientation", targets: ["Orientation"]),
    .library(name: "KneeJoint", targets: ["KneeJoint"]),
    .library(name: "IMUProtocols", targets: ["IMUProtocols"]),
    .library(name: "Goniometry", targets: ["Goniometry"]),
    .executable(name: "flexion", targets: ["flexion"]),
  ],
  targets: [
    // Floor 0: values and words, and one system library each.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CMatio", pkgConfig: "matio", providers: [.apt(["libmatio-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CHDF5", pkgConfig: "hdf5", providers: [.apt(["libhdf5-dev"])]),
    .target(name: "CHDF5Values", dependencies: ["CHDF5"]),
    .target(name: "CSerial"),
    .target(name: "CAllocations"),
    .target(name: "DecimalText", swiftSettings: strict),
    .target(name: "Inertial", swiftSettings: strict),
    .target(name: "JSONText", dependencies: ["CJansson", "DecimalText"], swiftSettings: strict),
    .target(name: "Care", dependencies: ["DecimalText"], swiftSettings: strict),

    // Floor 1: the sciences, each alone.
    .target(name: "SampleConditioning", dependencies: ["Inertial"], swiftSettings: strict),
    .target(name: "Orientation", dependencies: ["Inertial"], swiftSettings: strict),
    .target(name: "KneeJoint", dependencies: ["Inertial", "CGSL"], swiftSettings: strict),
    .target(name: "IMUProtocols", dependencies: ["Inertial", "DecimalText"], swiftSettings: strict),
    .target(name: "Charts", dependencies: ["DecimalText"], swiftSettings: strict),

    // Floor 2: the instrument, the simulator and the edges.
    .target(
      name: "Goniometry",
      dependencies: ["Inertial", "SampleConditioning", "Orientation", "KneeJoint"],
      swiftSettings: strict),
    .target(
      name: "MotionSimulator", dependencies: ["Inertial", "IMUProtocols", "DecimalText"],
      swiftSettings: strict),
    .target(
      name: "Recordings",
      dependencies: [
        "Inertial", "IMUProtocols", "DecimalText", "CNettle", "CMatio", "CZlib", "CHDF5", "CHDF5Values",
      ],
      swiftSettings: strict),
    .target(
      name: "SerialPorts", dependencies: ["Inertial", "IMUProtocols", "CSerial"],
      swiftSettings: strict),
    .target(name: "CareStore", dependencies: ["Care", "JSONText", "CSQLite"], swiftSettings: strict),

    // Floor 3: what accuracy means, and the use cases.
    .target(
      name: "Evaluation",
      dependencies: ["Inertial", "Orientation", "KneeJoint", "SampleConditioning", "Goniometry"],
      swiftSettings: strict),
    .target(
      name: "Assessment",
      dependencies: ["Inertial", "KneeJoint", "Goniometry", "Care", "Charts", "JSONText"],
      swiftSettings: strict),

    // Floor 4: the command line.
    .executableTarget(
      name: "flexion",
      dependencies: [
        "Inertial", "SampleConditioning", "Orientation", "KneeJoint", "IMUProtocols", "Charts",
        "Goniometry", "MotionSimulator", "Recordings", "SerialPorts", "Care", "CareStore",
        "Evaluation", "Assessment", "DecimalText", "JSONText", "CGSL", "CSQLite", "CNettle", "CJansson",
        "CMatio", "CHDF5", "CAllocations",
      ],
      swiftSettings: strict),

    // Tests: one target a room, and the built program seen from outside.
    .target(
      name: "TestSupport", dependencies: ["Inertial"], path: "Tests/TestSupport", exclude: ["Vectors"],
      swiftSettings: strict),
    .target(name: "TestInstructions", path: "Tests/TestInstructions"),
    .target(
      name: "TestSketchBoard", path: "Tests/TestSketchBoard", cxxSettings: [.headerSearchPath(".")]),
    .testTarget(name: "InertialTests", dependencies: ["Inertial", "TestSupport"]),
    .testTarget(name: "DecimalTextTests", dependencies: ["DecimalText", "Inertial", "TestSupport"]),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
    .testTarget(
      name: "CareTests", dependencies: ["Care", "DecimalText", "Inertial", "JSONText", "TestSupport"]),
    .testTarget(
      name: "SampleConditioningTests", dependencies: ["SampleConditioning", "Inertial", "TestSupport"]),
    .testTarget(
      name: "OrientationTests",
      dependencies: ["Orientation", "Inertial", "TestSupport", "CAllocations", "TestInstructions"]),
    .testTarget(name: "KneeJointTests", dependencies: ["KneeJoint", "Inertial", "TestSupport"]),
    .testTarget(
      name: "IMUProtocolsTests",
      dependencies: [
        "IMUProtocols", "Inertial", "DecimalText", "JSONText", "MotionSimulator", "TestSupport",
        "TestSketchBoard", "CAllocations",
      ]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts"]),
    .testTarget(
      name: "GoniometryTests",
      dependencies: [
        "Goniometry", "MotionSimulator", "Orientation", "Recordings", "SampleConditioning", "IMUProtocols",
        "Inertial", "TestSupport",
      ]),
    .testTarget(
      name: "MotionSimulatorTests",
      dependencies: ["MotionSimulator", "IMUProtocols", "Recordings", "Inertial", "TestSupport"]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "Recordings", "CMatio", "CHDF5", "CHDF5Values", "IMUProtocols", "Inertial", "TestSupport",
      ]),
    .testTarget(
      name: "SerialPortsTests", dependencies: ["SerialPorts", "IMUProtocols", "Inertial", "TestSupport"]),
    .testTarget(name: "CareStoreTests", dependencies: ["CareStore", "Care", "TestSupport"]),
    .testTarget(
      name: "EvaluationTests",
      dependencies: [
        "Evaluation", "Goniometry", "MotionSimulator", "Orientation", "Recordings", "Inertial", "TestSupport",
      ]),
    .testTarget(
      name: "AssessmentTests",
      dependencies: [
        "Assessment", "Care", "CareStore", "Inertial", "JSONText", "KneeJoint", "Recordings", "TestSupport",
      ]),
    .testTarget(
      name: "FlexionTests",
      dependencies: [
        "flexion", "Care", "Goniometry", "IMUProtocols", "Inertial", "JSONText", "KneeJoint", "Recordings",
        "SampleConditioning", "SerialPorts", "TestSupport",
      ]),
    .testTarget(name: "RoomTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["flexion", "Care", "CareStore", "IMUProtocols", "Inertial", "JSONText", "TestSupport"]),
  ]
)
