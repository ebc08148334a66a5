import GPU

/// The programs that paint rectangles of a display list.
enum PaintProgram: Int, CaseIterable {
  case box, image, mask, scaledMask, mesh, gradient, shadow, group, maskedGroup

  /// The files that its fragment shader consists of.
  var fragmentFiles: [String] {
    switch self {
    case .box: ["rounded.glsl", "box.frag.glsl"]
    case .image: ["rounded.glsl", "image.frag.glsl"]
    case .mask: ["mask.frag.glsl"]
    case .scaledMask: ["scaled-mask.frag.glsl"]
    case .mesh: ["mesh-mask.frag.glsl"]
    case .gradient: ["rounded.glsl", "gradient.frag.glsl"]
    case .shadow: ["rounded.glsl", "shadow.frag.glsl"]
    case .group: ["rounded.glsl", "group.frag.glsl"]
    case .maskedGroup: ["rounded.glsl", "group-masked.frag.glsl"]
    }
  }
}

/// The programs that add meshes up on a sheet.
enum MeshProgram: CaseIterable {
  case triangles, edges

  var vertexFiles: [String] {
    ["mesh.glsl", self == .triangles ? "mesh-triangles.vert.glsl" : "mesh-edges.vert.glsl"]
  }

  var fragmentFile: String { self == .triangles ? "mesh-triangles.frag.glsl" : "mesh-edges.frag.glsl" }
}

/// The ways to compute the plane of saturation and brightness at one hue.
public enum PlaneProgram: Hashable, Sendable {
  /// One of six programs without a branch, by the hue's 60° sector, 0…5.
  case sector(Int)
  /// The same for a plane that is turned or seen in perspective.
  case turnedSector(Int)
  /// One program without a branch for every hue, to measure the six against.
  case single
  /// One program that chooses the sector for each pixel by conditions, likewise.
  case branching
  /// None: the pixels are computed by the processor and uploaded, likewise.
  case processor
  /// A constant colour, the bound of what filling can cost.
  case constant
}

/// A linked program with the places of its uniforms.
final class LinkedProgram {
  let program: Program
  private var uniforms: [String: Uniform] = [:]

  init(_ program: consuming Program) {
    self.program = program
  }

  func uniform(_ name: String) -> Uniform {
    if let known = uniforms[name] { return known }
    let found = program.uniform(name)
    uniforms[name] = found
    return found
  }
}
