// swift-tools-version: 6.2
import PackageDescription

/// Measures Tessellation beside GLU's tessellator and cairo; needs libglu1-mesa-dev and libcairo2-dev.
let package = Package(
  name: "TessellationBenchmark",
  dependencies: [.package(name: "regalia", path: "../..")],
  targets: [
    .target(name: "Peers", linkerSettings: [.linkedLibrary("GLU"), .linkedLibrary("cairo")]),
    .target(name: "TestSupport"),
    .executableTarget(
      name: "TessellationBenchmark",
      dependencies: [
        "Peers", "TestSupport",
        .product(name: "Geometry", package: "regalia"),
        .product(name: "Tessellation", package: "regalia"),
      ],
      path: "Sources/Benchmark"),
  ],
  swiftLanguageModes: [.v6])
