// swift-tools-version: 6.2
import PackageDescription

/// Returns the target of an example in the folder of the same name.
func example(_ name: String, _ products: String..., resources: [Resource] = []) -> Target {
  .executableTarget(
    name: name, dependencies: products.map { .product(name: $0, package: "regalia") }, path: name,
    exclude: ["README.md", "picture.png"], resources: resources)
}

/// The products that a client can depend on.
let everyProduct = [
  "Accessibility", "Application", "Catalog", "ColorManagement", "ColorPicker", "Colors",
  "Controls", "CrownBrowser", "Files", "FlipClock", "GPU", "Geometry",
  "Heraldry", "Images", "Input", "Localization", "Motion", "PaletteBrowser",
  "Palettes", "PlanarGeometry", "PosterEditor", "PosterGallery", "PosterScene", "Posters",
  "Printing", "Publishing", "Renderer", "Scene", "Statistics", "Tessellation", "Text",
  "Typography", "VectorArt", "Windowing", "Workers",
]

let package = Package(
  name: "examples",
  dependencies: [.package(name: "regalia", path: "..")],
  targets: [
    example("Spring", "Application", "Colors", "Geometry", "Motion", "Scene"),
    example("FlipCard", "Application", "Colors", "Geometry", "Motion", "Scene", "Text"),
    example("PhotoWall", "Application", "Colors", "Geometry", "Input", "Motion", "Scene"),
    example("Icons", "Application", "Colors", "Geometry", "Motion", "Scene", "VectorArt"),
    example(
      "Shader", "Application", "Colors", "Geometry", "Scene", resources: [.embedInCode("water.glsl")]),
    example("Knob", "Application", "Controls", "Geometry", "Input", "Scene"),
    example("Picker", "Application", "ColorPicker", "Colors", "Controls", "Geometry"),
    example(
      "SpinningCrown", "Colors", "GPU", "Geometry", "Heraldry", "Images", "Tessellation", "VectorArt",
      "Windowing"),
    example("Life", "Application", "Colors", "Geometry", "Scene"),
    example("Note", "Application", "Controls", "Geometry", "Input", "Motion", "Scene", "Text", "Typography"),
    example(
      "SceneBenchmark", "Application", "Colors", "Controls", "GPU", "Geometry", "Images", "Renderer", "Scene",
      "Statistics", "Typography", "Windowing"),
    .executableTarget(
      name: "EveryProduct", dependencies: everyProduct.map { .product(name: $0, package: "regalia") },
      path: "EveryProduct"),
  ]
)
