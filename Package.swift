// swift-tools-version: 6.2
import PackageDescription

/// Whether all of it is built for a run of all tests, as `make test` does.
let isTested = Context.environment["REGALIA_BUILD"] == "test"

/// What holds for every target of ours. Where Regalia is tested warnings are errors, and there is no debug information,
/// which would take a third of the build; elsewhere a newer compiler or library that finds something old is no reason not
/// to build.
let settings: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
  + (isTested ? [.treatAllWarnings(as: .error), .unsafeFlags(["-gnone"])] : [])

/// What computes for seconds in tests is optimised for them, with all it asserts.
let computing: [SwiftSetting] =
  isTested ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// A module of the engine, and which others it may import; a test holds the imports against this.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], computes: Bool = false) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings + (computes ? computing : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)", swiftSettings: settings)
}

/// A C library of the system.
func system(_ name: String, pkgConfig: String? = nil, apt: [String]) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt)])
}

let modules = [
  "Workers", "Geometry", "PlanarGeometry", "Files", "Localization", "Text", "Colors", "Input", "Motion",
  "VectorArt",
  "Heraldry",
  "Tessellation",
  "Typography",
  "Images", "ColorManagement", "GPU",
  "Windowing", "Statistics", "Palettes", "Posters", "Catalog", "Scene", "Renderer", "Controls",
  "Accessibility", "Application",
  "ColorPicker",
  "PosterGallery",
  "CrownBrowser", "FlipClock", "PosterEditor", "PaletteBrowser",
]

let package = Package(
  name: "regalia",
  products: modules.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "regalia", targets: ["regalia"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2"))
  ],
  targets: [
    system("CEpoxy", pkgConfig: "epoxy", apt: ["libepoxy-dev"]),
    system("CGLFW", pkgConfig: "glfw3", apt: ["libglfw3-dev"]),
    system("CWayland", pkgConfig: "wayland-client", apt: ["libwayland-dev"]),
    system("CPango", pkgConfig: "pangocairo", apt: ["libpango1.0-dev"]),
    system("CPixbuf", pkgConfig: "gdk-pixbuf-2.0", apt: ["libgdk-pixbuf-2.0-dev"]),
    system("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
    system("CExpat", pkgConfig: "expat", apt: ["libexpat1-dev"]),
    // These two are loaded when they are first needed, and not linked.
    system("CArchive", apt: ["libarchive-dev"]),
    system("CQPDF", apt: ["libqpdf-dev"]),
    system("CLCMS2", pkgConfig: "lcms2", apt: ["liblcms2-dev"]),
    system("CXCB", pkgConfig: "xcb", apt: ["libxcb1-dev"]),
    system("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"]),
    system("CGLib", pkgConfig: "glib-2.0", apt: ["libglib2.0-dev"]),
    system("CGIO", pkgConfig: "gio-2.0", apt: ["libglib2.0-dev"]),

    module("Workers"),
    module("Input", ["Geometry"]),
    module("Geometry", computes: true),
    module("PlanarGeometry", ["Geometry"], computes: true),
    module("Files"),
    module("Localization"),
    module("Text", ["Geometry", "CExpat"]),
    module("Colors", ["Text", "Geometry"]),
    module("Motion", ["Text", "Geometry"]),
    module("VectorArt", ["Text", "PlanarGeometry", "Geometry"]),
    module("Heraldry", ["Text", "PlanarGeometry", "Geometry"]),
    module("Tessellation", ["PlanarGeometry", "Geometry"], computes: true),
    module("Typography", ["Text", "Geometry", "CPango"]),
    module("Images", ["Colors", "Files", "Geometry", "CPixbuf", "CZlib"], computes: true),
    module("ColorManagement", ["Colors", "Files", "Geometry", "CLCMS2"]),
    module("Statistics", ["Motion", "Text", "Geometry"]),
    module("Palettes", ["Colors", "Files", "Text", "CArchive"]),
    .target(
      name: "Posters",
      dependencies: [
        "Text", "VectorArt", "Typography", "Images", "ColorManagement", "PlanarGeometry", "Geometry",
        "Colors", "Files",
        "CPango", "CQPDF",
      ],
      resources: [.embedInCode("poster.schema.json")], swiftSettings: settings),
    module("Catalog", ["Workers", "Files", "VectorArt", "Geometry", "CSQLite", "CGLib"]),
    module("GPU", ["Files", "Geometry", "CEpoxy"]),
    module("Windowing", ["Workers", "Input", "Geometry", "GPU", "CEpoxy", "CGLFW", "CWayland"]),
    module("Scene", ["Text", "Geometry", "Colors", "Motion"]),
    .target(
      name: "Shaders", path: "Shaders",
      resources: [
        .embedInCode("quad.vert.glsl"), .embedInCode("fill.vert.glsl"),
        .embedInCode("cubic.vert.glsl"), .embedInCode("cubic.frag.glsl"),
        .embedInCode("rounded.glsl"), .embedInCode("texel.glsl"),
        .embedInCode("box.frag.glsl"), .embedInCode("flat.frag.glsl"),
        .embedInCode("image.frag.glsl"), .embedInCode("image-inside.frag.glsl"),
        .embedInCode("image-reduced.frag.glsl"), .embedInCode("reduced.glsl"),
        .embedInCode("image-plain.frag.glsl"), .embedInCode("mask.frag.glsl"),
        .embedInCode("scaled-mask.frag.glsl"), .embedInCode("gradient.glsl"),
        .embedInCode("gradient.frag.glsl"), .embedInCode("gradient-inside.frag.glsl"),
        .embedInCode("error-function.glsl"), .embedInCode("shadow.frag.glsl"),
        .embedInCode("shadow-soft.frag.glsl"), .embedInCode("fill.frag.glsl"),
        .embedInCode("fill-turned.frag.glsl"), .embedInCode("group.frag.glsl"),
        .embedInCode("group-masked.frag.glsl"), .embedInCode("mesh.glsl"),
        .embedInCode("mesh-triangles.vert.glsl"), .embedInCode("mesh-triangles.frag.glsl"),
        .embedInCode("mesh-edges.vert.glsl"), .embedInCode("mesh-edges.frag.glsl"),
        .embedInCode("mesh-mask.frag.glsl"),
      ], swiftSettings: settings),
    module(
      "Renderer",
      [
        "Files", "Workers", "Scene", "Tessellation", "GPU", "Shaders", "Typography", "Geometry", "Colors",
        "Text",
      ]),
    module(
      "Controls", ["Localization", "Text", "Scene", "Typography", "Motion", "Input", "Geometry", "Colors"]),
    module("Terminal", ["Files"]),
    module("Bus", ["Terminal", "Files", "Workers", "Input", "Geometry", "CGIO"]),
    module("Exchange", ["Bus", "Controls", "Colors", "Files", "Workers", "Input", "Geometry", "CXCB"]),
    module("Accessibility", ["Bus", "Controls", "Workers", "Files", "Geometry"]),
    module(
      "Application",
      [
        "Localization", "Accessibility", "Exchange", "Bus", "Terminal", "Controls", "Renderer", "Scene",
        "Windowing", "GPU",
        "Typography", "Images", "ColorManagement", "Statistics",
        "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "Publishing",
      [
        "Application", "Bus", "Terminal", "Controls", "Scene", "GPU", "Posters", "Catalog", "Heraldry",
        "Tessellation",
        "ColorManagement", "VectorArt", "Typography", "Images", "Colors", "Geometry", "Files", "Text",
        "Workers",
      ]),
    module(
      "Recording",
      ["Application", "Terminal", "Controls", "Typography", "Images", "Colors", "Geometry", "Files"]),
    module(
      "Benchmarking",
      [
        "Application", "Terminal", "Controls", "Renderer", "Scene", "Windowing", "GPU", "Heraldry",
        "Typography",
        "Motion", "Statistics", "Colors", "Input", "Geometry", "Files",
      ]),
    module(
      "ColorPicker",
      [
        "Localization", "Application", "Exchange", "Terminal", "Controls", "Scene", "ColorManagement",
        "Images", "Typography",
        "Motion",
        "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "FlipClock",
      [
        "Localization", "ColorPicker", "Application", "Bus", "Terminal", "Controls", "Scene", "Typography",
        "Motion",
        "Colors", "Input",
        "Geometry",
        "Files", "Text", "Workers",
      ]),
    module(
      "CrownBrowser",
      [
        "Publishing", "Application", "Controls", "Scene", "Posters", "Catalog",
        "Heraldry", "VectorArt", "Typography", "Images", "Motion", "Colors", "Input", "Geometry", "Files",
        "Text", "Workers",
      ]),
    module(
      "PosterGallery",
      [
        "Localization", "PosterEditor", "Publishing", "Application", "Bus", "Terminal", "Controls", "Scene",
        "Posters",
        "Catalog",
        "Heraldry", "VectorArt",
        "Typography", "Images", "Motion", "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "PosterEditor",
      [
        "Localization", "Publishing", "Application", "Bus", "Controls",
        "Scene", "Posters",
        "Catalog", "Heraldry", "Typography", "Images", "ColorManagement", "Motion", "Colors", "Input",
        "Geometry", "Files",
        "Text", "Workers",
      ]),
    module(
      "PaletteBrowser",
      [
        "Localization", "ColorPicker", "Application", "Bus", "Controls", "Scene", "Catalog", "Palettes",
        "Images", "Colors",
        "Input", "Geometry", "Files", "Workers",
      ]),
    .executableTarget(
      name: "regalia",
      dependencies: [
        "PosterGallery", "PosterEditor", "PaletteBrowser", "CrownBrowser", "FlipClock", "ColorPicker",
        "Benchmarking",
        "Recording", "Publishing", "Application", "Exchange", "Bus", "Terminal", "Controls", "Scene",
        "Posters", "Catalog", "Heraldry",
        "GPU", "Windowing", "Typography", "Images", "ColorManagement", "Palettes",
        "Motion", "Statistics", "Colors", "Geometry", "Files", "Text", "Localization",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),

    // Programs that measure; CONTRIBUTING.md says how to run them.
    .executableTarget(
      name: "LayerBenchmark",
      dependencies: [
        "Benchmarking", "Renderer", "Scene", "Motion", "GPU", "Windowing", "Typography", "Geometry", "Colors",
      ], path: "Benchmarks/Layers", swiftSettings: settings),
    .executableTarget(
      name: "CrownBenchmark",
      dependencies: [
        "Renderer", "Scene", "Tessellation", "VectorArt", "Heraldry", "Images", "GPU", "Windowing",
        "Typography",
        "Geometry", "Colors",
      ], path: "Benchmarks/Crowns", swiftSettings: settings),

    .target(
      name: "CrownSilhouette", dependencies: ["Heraldry", "Geometry"], path: "Tests/CrownSilhouette",
      swiftSettings: settings),
    .target(
      name: "GeometrySupport", dependencies: ["Geometry", "TestSupport"], path: "Tests/GeometrySupport",
      swiftSettings: settings),
    .target(
      name: "CrownSupport", dependencies: ["CrownBrowser", "PosterEditor"], path: "Tests/CrownSupport",
      swiftSettings: settings),
    .target(
      name: "WindowSupport", dependencies: ["Controls", "Scene", "Input", "Geometry"],
      path: "Tests/WindowSupport", swiftSettings: settings),
    .executableTarget(
      name: "CrownChooser", dependencies: ["Heraldry", "CrownSilhouette", "Geometry"],
      path: "Tools/CrownChooser", swiftSettings: settings),
    .executableTarget(
      name: "CrownLibrary", dependencies: ["Catalog", "Heraldry", "VectorArt", "Geometry"],
      path: "Tools/CrownLibrary", swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["Statistics"], path: "Tests/TestSupport",
      swiftSettings: settings + computing),
    tests("WorkersTests", ["Workers"]),
    tests("InputTests", ["Input", "Geometry"]),
    tests("FilesTests", ["Files"]),
    tests("LocalizationTests", ["Localization"]),
    tests("TextTests", ["Text", "Geometry"]),
    tests("ColorsTests", ["Colors", "Geometry"]),
    tests("PalettesTests", ["Palettes", "Colors", "Geometry"]),
    tests("StatisticsTests", ["Statistics", "Motion", "Geometry"]),
    tests("MotionTests", ["Motion", "Geometry"]),
    tests(
      "FlipClockTests",
      [
        "WindowSupport", "Localization", "FlipClock", "ColorPicker", "Controls", "Scene", "Typography",
        "Motion", "Input",
        "Geometry",
        "Colors",
        "Text",
      ]),
    tests("SceneTests", ["Scene", "Motion", "Geometry", "Colors"]),
    tests(
      "RendererTests",
      [
        "Renderer", "Scene", "Heraldry", "Tessellation", "GPU", "Windowing", "Typography", "Motion",
        "Text", "Geometry", "Colors",
      ]),
    tests(
      "CatalogTests",
      ["Files", "Catalog", "Heraldry", "VectorArt", "Geometry"]),
    tests(
      "PostersTests",
      [
        "Text", "Posters", "Heraldry", "Typography", "VectorArt", "Images", "ColorManagement",
        "PlanarGeometry", "Geometry", "Colors",
      ]),
    tests("HeraldryTests", ["Heraldry", "CrownSilhouette", "Geometry"]),
    tests("GeometryTests", ["PlanarGeometry", "GeometrySupport", "Geometry"]),
    tests("VectorArtTests", ["VectorArt", "PlanarGeometry", "GeometrySupport", "Heraldry", "Geometry"]),
    tests("TessellationTests", ["Tessellation", "PlanarGeometry", "Geometry"]),
    tests("BusTests", ["Bus", "Files", "Input"]),
    tests("ExchangeTests", ["Exchange", "Bus", "Geometry"]),
    tests(
      "PublishingTests",
      ["Publishing", "Bus", "Posters", "Typography", "Images", "Colors", "Geometry"]),
    tests(
      "ApplicationTests",
      [
        "Application", "Bus", "Controls", "Scene", "Windowing", "Typography", "Files", "Input", "Colors",
        "Geometry",
      ]),
    tests("AccessibilityTests", ["Accessibility", "Bus", "Controls", "Geometry"]),
    tests("ControlsTests", ["Controls", "Scene", "Typography", "Input", "Geometry", "Colors"]),
    tests(
      "ColorPickerTests",
      [
        "WindowSupport", "Localization", "ColorPicker", "Controls", "Text", "Scene", "Typography", "Input",
        "Geometry",
        "Colors",
      ]),
    tests(
      "GalleryTests",
      [
        "CrownSupport", "WindowSupport", "PosterGallery", "PosterEditor", "Publishing", "Application", "Controls", "Scene",
        "Posters", "Catalog", "Heraldry", "Typography", "Images", "Motion", "Colors", "Files", "Input",
        "Geometry",
      ]),
    tests(
      "CrownBrowserTests",
      [
        "ColorPicker", "WindowSupport", "CrownBrowser", "Controls", "Scene", "Heraldry", "Typography",
        "Files", "Motion",
        "Input", "Geometry",
        "Colors",
      ]),
    tests(
      "ProgramTests",
      [
        "PosterGallery", "CrownBrowser", "FlipClock", "ColorPicker", "Recording", "Publishing", "Application",
        "Bus", "Terminal", "Controls", "Scene", "Posters", "Catalog", "VectorArt", "Typography", "Images",
        "Colors",
        "GPU", "Files", "Geometry",
      ]),
    tests(
      "PosterEditorTests",
      [
        "CrownSupport", "ColorPicker", "WindowSupport", "Localization", "PosterEditor", "Publishing",
        "Application",
        "Controls", "Posters",
        "Catalog",
        "Heraldry",
        "Typography",
        "Images", "Motion", "Files", "Input", "Colors", "Geometry",
      ]),
    tests(
      "PaletteBrowserTests",
      [
        "WindowSupport", "Localization", "PaletteBrowser", "ColorPicker", "Palettes", "Application",
        "Controls", "Scene", "Typography",
        "Input",
        "Colors",
        "Files", "Geometry",
      ]),
    tests("ArchitectureTests", []),
    tests(
      "PackageTests",
      [
        "Localization", "Application", "Controls", "Renderer", "Windowing", "GPU", "Scene", "Catalog",
        "Posters",
        "Statistics", "Palettes",
        "Typography", "Tessellation", "Heraldry", "VectorArt", "Motion", "Images", "Input", "Colors", "Text",
        "PlanarGeometry", "Geometry", "Files", "Workers",
      ]),
    tests("TypographyTests", ["Typography", "Text", "Geometry"]),
    tests("ImagesTests", ["Images", "Colors", "Geometry"]),
    tests("ColorManagementTests", ["ColorManagement", "Colors", "Geometry", "CLCMS2"]),
    tests("GPUTests", ["Files", "GPU", "Windowing", "Geometry"]),
    tests("WindowingTests", ["Windowing", "GPU", "Input", "Geometry", "CGLFW"]),
  ]
)
