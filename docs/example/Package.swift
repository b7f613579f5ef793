// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "example",
  dependencies: [.package(name: "flexion", path: "../..")],
  targets: [
    .executableTarget(
      name: "example",
      dependencies: [
        .product(name: "Goniometry", package: "flexion"), .product(name: "Inertial", package: "flexion"),
      ])
  ])
