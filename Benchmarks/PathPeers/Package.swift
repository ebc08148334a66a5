// swift-tools-version: 6.2
import PackageDescription

/// Measures paths (tessellation, coverage, the path code) beside GLU's tessellator, cairo and others; `run` starts it.
let package = Package(
  name: "PathBenchmark",
  dependencies: [.package(name: "regalia", path: "../..")],
  targets: [
    .target(name: "Peers", linkerSettings: [.linkedLibrary("GLU"), .linkedLibrary("cairo")]),
    .target(name: "TestSupport"),
    .executableTarget(
      name: "PathBenchmark",
      dependencies: [
        "Peers", "TestSupport",
        .product(name: "Catalog", package: "regalia"),
        .product(name: "Geometry", package: "regalia"),
        .product(name: "Heraldry", package: "regalia"),
        .product(name: "Tessellation", package: "regalia"),
        .product(name: "VectorArt", package: "regalia"),
      ],
      path: "Sources/Paths"),
  ],
  swiftLanguageModes: [.v6])
