import Benchmarking
import ColorPicker
import Controls
import PosterEditor
import Application
import PosterGallery

extension DemoScene {
  /// All scenes, in the order in which they are listed: those of the windows, and those only for benchmarks.
  static let all: [DemoScene] =
    (Regalia.windows.flatMap { $0.scenes }
    + [
      .pickerHover, .clockSecond, .galleryEmpty(editors: .withCrowns), .editOpen(editors: .withCrowns),
      .editTyping, .editTypingLong,
      .editGround,
    ]
    + [.crownField, .layerField]).map { scene in
      var scene = scene
      scene.colorPickers = .panels
      return scene
    }

  /// Returns the scene of a name, or nil.
  static func named(_ name: String) -> DemoScene? { all.first { $0.name == name } }
}

extension BenchmarkScene {
  /// All scenes without parameters: the colour planes, and the demonstrations of windows.
  static let all: [BenchmarkScene] =
    planes + colorPlanes + DemoScene.all.map { BenchmarkScene($0) }

  /// The scenes measured by default: without demonstrations, and without crowds that take long to create.
  static let usual: [BenchmarkScene] = all.filter(\.isUsual)

  var isUsual: Bool {
    let others = [
      "clock", "clock-second", "crowns-1000", "layers-1000", "gallery-open", "gallery-scroll", "picker-drag",
      "picker-hover", "edit-typing", "edit-ground",
    ]
    return Self.planes.contains { $0.name == name } || others.contains(name)
  }

  /// Returns the scene of a name, or nil.
  static func named(_ name: String) -> BenchmarkScene? { all.first { $0.name == name } }
}
