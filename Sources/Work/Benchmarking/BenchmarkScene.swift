import Application
import Colors
public import Geometry
import Renderer

/// Something that is measured frame by frame; its frames follow from their number and a seed alone.
public struct BenchmarkScene: Sendable {
  /// The scene's name on the command line.
  public let name: String
  /// A summary in a few words.
  public let summary: String
  /// The size in points that it is measured at unless another is asked for.
  public private(set) var size: Size

  package let make: @Sendable (WorkloadSetup) throws -> any Workload

  /// Creates the scene in which a window's content shows itself, or what a script does in such a window.
  public init(_ demo: DemoScene, playing script: InputScript? = nil) {
    name = script == nil ? demo.name : "script"
    summary = script == nil ? demo.summary : "what a script does in \(demo.summary)"
    size = demo.size
    make = { try ContentWorkload($0, demo, script) }
  }

  /// Returns the scene with another usual size.
  public func sized(_ size: Size) -> BenchmarkScene {
    var scene = self
    scene.size = size
    return scene
  }

  private init(
    _ name: String, _ summary: String, _ make: @escaping @Sendable (WorkloadSetup) throws -> any Workload
  ) {
    self.name = name
    self.summary = summary
    size = Size(1024, 1024)
    self.make = make
  }

  /// Every plane of colours, and some with lines over them, at a new value of what is fixed each frame.
  package static let colorPlanes: [BenchmarkScene] =
    ColorPlane.all.map { plane in
      BenchmarkScene("plane-\(plane.name)", "the plane \(plane.title)") {
        try PlaneWorkload($0, hues: 120) { PlaneFill.plane(plane, turn: $0 / 360) }
      }
    }
    + [("edges", PlaneGuides(edges: true)), ("wcag", PlaneGuides(edges: false, contrast: .wcag))].flatMap {
      (name, guides) in
      ["hsb", "oklch"].compactMap { plane in ColorPlane.all.first { $0.name == plane } }
        .filter { !guides.fitting($0).isEmpty }
        .map { plane in
          BenchmarkScene("plane-\(plane.name)-\(name)", "the plane \(plane.title) with lines") {
            try PlaneWorkload($0, hues: 120) { PlaneFill.plane(plane, turn: $0 / 360, guides) }
          }
        }
    }

  /// The ways to fill the square.
  package static let planes = [
    BenchmarkScene("square-six", "a new hue's square each frame, by the program of its sector") {
      try PlaneWorkload($0, PlaneFill.six)
    },
    BenchmarkScene("square-single", "the same by one program without a branch") {
      try PlaneWorkload($0, PlaneFill.single)
    },
    BenchmarkScene("square-branching", "the same by one program with a chain of conditions") {
      try PlaneWorkload($0, PlaneFill.branching)
    },
    BenchmarkScene("square-cpu", "the same computed by the processor and uploaded") {
      try ComputedPlaneWorkload($0)
    },
    BenchmarkScene("fill", "one colour: what filling costs at least") {
      try PlaneWorkload($0, PlaneFill.constant)
    },
  ]
}
