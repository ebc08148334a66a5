// swift-tools-version: 6.2
import PackageDescription

/// Measures the engine's parts, each alone; CONTRIBUTING.md says how to run it.
let package = Package(
  name: "EngineBenchmark",
  dependencies: [
    .package(name: "regalia", path: "../.."),
    // No traits: its counters of allocations and of references wrap malloc and swift_retain, and so would
    // slow down what is timed.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Geometry", package: "regalia"),
        .product(name: "PlanarGeometry", package: "regalia"),
        .product(name: "Colors", package: "regalia"),
        .product(name: "Motion", package: "regalia"),
        .product(name: "VectorArt", package: "regalia"),
        .product(name: "Heraldry", package: "regalia"),
        .product(name: "Tessellation", package: "regalia"),
        .product(name: "Typography", package: "regalia"),
        .product(name: "Posters", package: "regalia"),
        .product(name: "Scene", package: "regalia"),
        .product(name: "Catalog", package: "regalia"),
      ],
      path: ".", sources: ["Sources"],
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6])
