// swift-tools-version: 6.2
import PackageDescription

/// Whether all of it is built for a run of all tests, as `make test` does.
let isTested = Context.environment["REGALIA_BUILD"] == "test"

/// Settings of every target. Warnings are errors where Regalia is tested; elsewhere a newer compiler or library that finds
/// something old is no reason not to build.
let settings: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
  + (isTested ? [.treatAllWarnings(as: .error)] : [])

/// What computes for seconds in tests is optimised for them, with all it asserts.
let computing: [SwiftSetting] =
  isTested ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// The layers of the program, the lowest first, each a folder of `Sources` and `Tests`. A module uses modules of layers below
/// its own, and of its own those that its row names.
enum Layer: String {
  case values = "Values"
  case algorithms = "Algorithms"
  case documents = "Documents"
  case layers = "Layers"
  case drawing = "Drawing"
  case toolkit = "Toolkit"
  case desktop = "Desktop"
  case running = "Running"
  case pictures = "Pictures"
  case work = "Work"
  case windows = "Windows"
  case program = "Program"
}

/// A module of the engine, and which others it may import; a test holds the imports against this.
func module(
  _ name: String, in layer: Layer, _ dependencies: [Target.Dependency] = [], computes: Bool = false,
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer.rawValue)/\(name)", resources: resources,
    swiftSettings: settings + (computes ? computing : []))
}

func tests(_ name: String, in layer: Layer? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"],
    path: layer.map { "Tests/\($0.rawValue)/\(name)" } ?? "Tests/\(name)",
    swiftSettings: settings)
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
  "PosterScene", "Publishing", "Printing",
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
    system("CPNG", pkgConfig: "libpng", apt: ["libpng-dev"]),
    system("CJPEG", pkgConfig: "libjpeg", apt: ["libjpeg-dev"]),
    system("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
    system("CExpat", pkgConfig: "expat", apt: ["libexpat1-dev"]),
    // These libraries are loaded on first use, and not linked.
    system("CTIFF", apt: ["libtiff-dev"]),
    system("CWebP", apt: ["libwebp-dev"]),
    system("CAVIF", apt: ["libavif-dev"]),
    system("CArchive", apt: ["libarchive-dev"]),
    system("CQPDF", apt: ["libqpdf-dev"]),
    system("CZint", apt: ["libzint-dev"]),
    system("CLCMS2", pkgConfig: "lcms2", apt: ["liblcms2-dev"]),
    system("CSandbox", apt: ["libc6-dev"]),
    system("CXCB", pkgConfig: "xcb", apt: ["libxcb1-dev"]),
    system("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"]),
    system("CGLib", pkgConfig: "glib-2.0", apt: ["libglib2.0-dev"]),
    system("CGIO", pkgConfig: "gio-2.0", apt: ["libglib2.0-dev"]),

    module("Workers", in: .values),
    module("Input", in: .values, ["Geometry"]),
    module("Geometry", in: .values, computes: true),
    module("PlanarGeometry", in: .values, ["Localization", "Geometry"], computes: true),
    module("Files", in: .values, ["Localization"]),
    module("Localization", in: .values),
    module("Text", in: .values, ["Localization", "Geometry", "CExpat"], computes: true),
    module("Colors", in: .values, ["Localization", "Text", "Geometry"], computes: true),
    module("Motion", in: .algorithms, ["Localization", "Text", "Geometry"]),
    module(
      "VectorArt", in: .algorithms, ["Localization", "Colors", "Text", "PlanarGeometry", "Geometry"],
      computes: true),
    module("Heraldry", in: .algorithms, ["Localization", "Text", "PlanarGeometry", "Geometry"]),
    module("Tessellation", in: .algorithms, ["Localization", "PlanarGeometry", "Geometry"], computes: true),
    module("Typography", in: .algorithms, ["Localization", "Text", "Geometry", "CPango"]),
    module("ColorManagement", in: .algorithms, ["Localization", "Colors", "Files", "Geometry", "CLCMS2"]),
    module(
      "Images", in: .algorithms,
      [
        "Localization", "ColorManagement", "Colors", "Files", "Geometry", "CPNG", "CJPEG", "CTIFF", "CWebP",
        "CAVIF", "CZlib",
      ],
      computes: true),
    module("Statistics", in: .algorithms, ["Motion", "Text", "Geometry"]),
    module(
      "Palettes", in: .algorithms, ["Localization", "Colors", "Files", "Text", "CArchive"], computes: true),
    module(
      "Posters", in: .documents,
      [
        "Text", "Localization", "Motion", "VectorArt", "Typography", "Images", "ColorManagement",
        "PlanarGeometry", "Geometry", "Colors", "Files",
        "CPango", "CQPDF", "CZint",
      ],
      computes: true,
      resources: [.embedInCode("poster.schema.json")]),
    module(
      "Catalog", in: .documents,
      ["Localization", "Workers", "Files", "Text", "VectorArt", "Geometry", "CSQLite", "CGLib"]),
    module("GPU", in: .drawing, ["Localization", "Files", "Geometry", "CEpoxy"]),
    module(
      "Windowing", in: .drawing,
      ["Localization", "Workers", "Input", "Geometry", "GPU", "CEpoxy", "CGLFW", "CWayland"]),
    module("Scene", in: .layers, ["Text", "Geometry", "Colors", "Motion"]),
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
      "Renderer", in: .drawing,
      [
        "Localization",
        "Files", "Workers", "Scene", "Tessellation", "GPU", "Shaders", "Typography", "Geometry", "Colors",
        "Text",
      ]),
    module(
      "Controls", in: .toolkit,
      ["Localization", "Text", "Scene", "Typography", "Motion", "Input", "Geometry", "Colors", "Workers"]),
    module("Terminal", in: .desktop, ["Localization", "Files", "Text", "CSandbox"]),
    module(
      "Bus", in: .desktop, ["Localization", "Terminal", "Files", "Workers", "Input", "Geometry", "CGIO"]),
    module(
      "Exchange", in: .desktop,
      [
        "Localization", "Bus", "Controls", "Typography", "Colors", "Files", "Text", "Workers", "Input",
        "Geometry", "CXCB",
      ]),
    module("Accessibility", in: .desktop, ["Bus", "Controls", "Workers", "Files", "Geometry"]),
    module(
      "Application", in: .running,
      [
        "Localization", "Accessibility", "Exchange", "Bus", "Terminal", "Controls", "Renderer", "Scene",
        "Windowing", "GPU",
        "Typography", "Images", "ColorManagement", "Statistics",
        "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "PosterScene", in: .pictures,
      [
        "Application", "Controls", "Scene", "GPU", "Posters", "Tessellation", "ColorManagement", "Typography",
        "Images", "Motion", "Colors", "Geometry", "Text", "Localization",
      ]),
    module(
      "Publishing", in: .work,
      [
        "PosterScene", "Bus", "Terminal", "Posters", "Catalog", "Heraldry", "Palettes", "ColorManagement",
        "VectorArt", "Typography", "Images", "Colors", "Geometry", "Files", "Localization", "Text", "Workers",
      ]),
    module(
      "Printing", in: .work,
      [
        "Publishing", "Application", "Bus", "Controls", "Scene", "Posters", "Typography", "Images", "Colors",
        "Input", "Geometry",
        "Files", "Localization", "Text", "Workers",
      ]),
    module(
      "Recording", in: .work,
      [
        "PosterScene", "Application", "Terminal", "Controls", "Posters", "Typography", "Images", "Colors",
        "Geometry", "Files", "Localization",
      ]),
    module(
      "Benchmarking", in: .work,
      [
        "Application", "Terminal", "Controls", "Renderer", "Scene", "Windowing", "GPU", "Heraldry",
        "Typography",
        "Motion", "Statistics", "Colors", "Input", "Geometry", "Files",
      ]),
    module(
      "ColorPicker", in: .windows,
      [
        "Localization", "Application", "Exchange", "Terminal", "Controls", "Scene", "ColorManagement",
        "Images", "Typography",
        "Motion",
        "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "FlipClock", in: .windows,
      [
        "Localization", "Application", "Bus", "Terminal", "Controls", "Scene", "Typography",
        "Motion",
        "Colors", "Input",
        "Geometry",
        "Files", "Text", "Workers",
      ]),
    module(
      "CrownBrowser", in: .windows,
      [
        "Localization", "PosterScene", "Application", "Controls", "Scene", "Posters", "Catalog",
        "Heraldry", "VectorArt", "Typography", "Images", "Motion", "Colors", "Input", "Geometry", "Files",
        "Text", "Workers",
      ]),
    module(
      "PosterGallery", in: .windows,
      [
        "Localization", "Printing", "Publishing", "PosterScene", "Application", "Bus", "Terminal", "Controls",
        "Scene", "Posters", "Catalog",
        "Heraldry", "VectorArt",
        "Typography", "Images", "Motion", "Colors", "Input", "Geometry", "Files", "Text", "Workers",
      ]),
    module(
      "PosterEditor", in: .windows,
      [
        "Localization", "Printing", "Publishing", "Recording", "PosterScene", "Application", "Bus",
        "Controls",
        "Scene", "Posters",
        "Catalog", "Heraldry", "Typography", "Images", "ColorManagement", "Motion", "Colors", "Input",
        "Geometry", "Files",
        "Text", "Workers",
      ]),
    module(
      "PaletteBrowser", in: .windows,
      [
        "Localization", "Application", "Controls", "Scene", "Catalog", "Palettes",
        "Images", "Colors",
        "Input", "Geometry", "Files", "Workers",
      ]),
    .executableTarget(
      name: "regalia",
      dependencies: [
        "PosterGallery", "PosterEditor", "PaletteBrowser", "CrownBrowser", "FlipClock", "ColorPicker",
        "Benchmarking",
        "Recording", "Publishing", "PosterScene", "Application", "Exchange", "Bus", "Terminal", "Controls",
        "Scene",
        "Posters", "Catalog", "Heraldry",
        "GPU", "Windowing", "Typography", "Images", "ColorManagement", "Palettes",
        "Motion", "Statistics", "Colors", "Geometry", "Files", "Text", "Localization",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/regalia", swiftSettings: settings),

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
      name: "WindowSupport", dependencies: ["Controls", "Scene", "Input", "Localization", "Geometry"],
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
    tests("WorkersTests", in: .values, ["Workers"]),
    tests("InputTests", in: .values, ["Input", "Geometry"]),
    tests("FilesTests", in: .values, ["Files", "Localization"]),
    tests("LocalizationTests", in: .values, ["Localization"]),
    tests("TextTests", in: .values, ["Text", "Localization", "Geometry"]),
    tests("ColorsTests", in: .values, ["Colors", "Geometry"]),
    tests("PalettesTests", in: .algorithms, ["Palettes", "Colors", "Geometry"]),
    tests("StatisticsTests", in: .algorithms, ["Statistics", "Localization", "Motion", "Geometry"]),
    tests("MotionTests", in: .algorithms, ["Motion", "Geometry"]),
    tests(
      "FlipClockTests", in: .windows,
      [
        "WindowSupport", "Localization", "FlipClock", "ColorPicker", "Controls", "Scene", "Typography",
        "Motion", "Input",
        "Geometry",
        "Colors",
        "Text",
      ]),
    tests("SceneTests", in: .layers, ["Scene", "Motion", "Text", "Geometry", "Colors"]),
    tests(
      "RendererTests", in: .drawing,
      [
        "Renderer", "Scene", "Heraldry", "Tessellation", "GPU", "Windowing", "Typography", "Motion",
        "Text", "Geometry", "Colors",
      ]),
    tests(
      "CatalogTests", in: .documents,
      ["Files", "Localization", "Catalog", "Heraldry", "VectorArt", "Geometry"]),
    tests(
      "PostersTests", in: .documents,
      [
        "Text", "Localization", "Posters", "Heraldry", "Typography", "VectorArt", "Images",
        "ColorManagement", "PlanarGeometry", "Files", "Geometry", "Colors",
      ]),
    tests("HeraldryTests", in: .algorithms, ["Heraldry", "CrownSilhouette", "Geometry"]),
    tests("GeometryTests", in: .values, ["PlanarGeometry", "GeometrySupport", "Geometry"]),
    tests(
      "VectorArtTests", in: .algorithms,
      ["VectorArt", "PlanarGeometry", "GeometrySupport", "Heraldry", "Geometry"]),
    tests("TessellationTests", in: .algorithms, ["Tessellation", "PlanarGeometry", "Geometry"]),
    tests("BusTests", in: .desktop, ["Bus", "Files", "Input"]),
    tests("ExchangeTests", in: .desktop, ["Exchange", "Bus", "Typography", "Colors", "Geometry"]),
    tests(
      "PosterSceneTests", in: .pictures,
      ["PosterScene", "Posters", "Typography", "Images", "Motion", "Colors", "Geometry"]),
    tests("BenchmarkingTests", in: .work, ["Benchmarking", "Files"]),
    tests(
      "RecordingTests", in: .work,
      [
        "Recording", "FlipClock", "ColorPicker", "Application", "Terminal", "Controls", "Scene", "Typography",
        "Images", "Colors", "Files", "Geometry",
      ]),
    tests(
      "PublishingTests", in: .work,
      [
        "Publishing", "Bus", "Posters", "Catalog", "Palettes", "Typography", "Images", "Files", "Text",
        "Localization", "Geometry", "Colors",
      ]),
    tests(
      "PrintingTests", in: .work,
      [
        "WindowSupport", "Localization", "Printing", "Publishing", "Application", "Controls", "Scene",
        "Posters", "Typography", "Images", "Colors", "Files", "Geometry", "Workers",
      ]),
    tests(
      "ApplicationTests", in: .running,
      [
        "Application", "Controls", "Scene", "Windowing", "Typography", "Files", "Input", "Colors",
        "Workers",
        "Geometry",
      ]),
    tests("AccessibilityTests", in: .desktop, ["Accessibility", "Bus", "Controls", "Geometry"]),
    tests(
      "ControlsTests", in: .toolkit,
      ["WindowSupport", "Controls", "Scene", "Typography", "Input", "Localization", "Geometry", "Colors"]),
    tests(
      "ColorPickerTests", in: .windows,
      [
        "WindowSupport", "Localization", "ColorPicker", "Controls", "Text", "Scene", "Typography", "Input",
        "Workers",
        "Geometry",
        "Colors",
      ]),
    tests(
      "GalleryTests", in: .windows,
      [
        "CrownSupport", "WindowSupport", "Localization", "PosterGallery", "PosterEditor", "Publishing",
        "Application", "Workers",
        "Controls", "Scene",
        "Posters", "Catalog", "Heraldry", "Typography", "Images", "Motion", "Colors", "Files", "Input",
        "Geometry",
      ]),
    tests(
      "CrownBrowserTests", in: .windows,
      [
        "ColorPicker", "WindowSupport", "Localization", "CrownBrowser", "Controls", "Scene", "Heraldry",
        "Typography",
        "Workers",
        "Files", "Motion",
        "Input", "Geometry",
        "Colors",
      ]),
    tests(
      "ProgramTests", in: .program,
      [
        "PosterGallery", "FlipClock", "ColorPicker", "Publishing", "Application", "Bus", "Posters", "Catalog",
        "VectorArt", "Typography", "Images", "Colors", "GPU", "Files", "Geometry",
      ]),
    tests(
      "PosterEditorTests", in: .windows,
      [
        "CrownSupport", "ColorPicker", "WindowSupport", "Localization", "PosterEditor", "Printing",
        "Publishing", "Recording",
        "Application",
        "Controls", "Scene", "Posters",
        "Catalog", "Palettes",
        "Heraldry",
        "Typography",
        "Images", "Motion", "Files", "Input", "Colors", "Geometry", "Workers",
      ]),
    tests(
      "PaletteBrowserTests", in: .windows,
      [
        "WindowSupport", "Localization", "PaletteBrowser", "ColorPicker", "Palettes", "Images", "Application",
        "Catalog",
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
    tests("TypographyTests", in: .algorithms, ["Typography", "Text", "Geometry"]),
    tests("ImagesTests", in: .algorithms, ["Images", "ColorManagement", "Colors", "Geometry", "CJPEG"]),
    tests("ColorManagementTests", in: .algorithms, ["ColorManagement", "Colors", "Geometry", "CLCMS2"]),
    tests("GPUTests", in: .drawing, ["Files", "GPU", "Windowing", "Geometry", "CEpoxy"]),
    tests("WindowingTests", in: .drawing, ["Windowing", "GPU", "Input", "Geometry", "CGLFW"]),
  ]
)
