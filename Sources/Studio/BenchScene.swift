public import Geometry
import Renderer

/// Something that is measured frame by frame; its frames follow from their number and a seed alone.
public struct BenchScene: Sendable {
  public let name: String
  /// What it shows, in a few words.
  public let summary: String
  /// The size in points that it is measured at unless another is asked for.
  public let size: Size

  let make: @Sendable (BenchSetting) throws -> any BenchStage

  /// All scenes that need nothing else: the ways to fill the square, and what shows itself.
  public static let all: [BenchScene] = planes + DemoScene.all.map { BenchScene($0) }

  /// What is measured when nothing is named: no visits, and no crowds that take long to make.
  public static let usual: [BenchScene] = all.filter(\.isUsual)

  public var isUsual: Bool {
    let others = ["clock", "crowns-1000", "layers-1000", "gallery-open", "gallery-scroll", "picker-drag"]
    return Self.planes.contains { $0.name == name } || others.contains(name)
  }

  /// Returns the scene of a name, or nil.
  public static func named(_ name: String) -> BenchScene? { all.first { $0.name == name } }

  /// Creates the scene in which a window's content shows itself, or what a script does in such a window.
  public init(_ demo: DemoScene, playing script: InputScript? = nil) {
    name = script == nil ? demo.name : "script"
    summary = script == nil ? demo.summary : "what a script does in \(demo.summary)"
    size = demo.size
    make = { try DemoStage($0, demo, script) }
  }

  private init(
    _ name: String, _ summary: String, _ make: @escaping @Sendable (BenchSetting) throws -> any BenchStage
  ) {
    self.name = name
    self.summary = summary
    size = Size(1024, 1024)
    self.make = make
  }

  private static let planes = [
    BenchScene("square-six", "a new hue's square each frame, by the program of its sector") {
      try PlaneStage($0, PlaneFill.six)
    },
    BenchScene("square-single", "the same by one program without a branch") {
      try PlaneStage($0, PlaneFill.single)
    },
    BenchScene("square-branching", "the same by one program with a chain of conditions") {
      try PlaneStage($0, PlaneFill.branching)
    },
    BenchScene("square-cpu", "the same computed by the processor and uploaded") {
      try ComputedPlaneStage($0)
    },
    BenchScene("fill", "one colour: what filling costs at least") { try PlaneStage($0, PlaneFill.constant) },
  ]
}
