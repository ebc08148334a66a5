import GPU

/// The programs of one context, each built when it is first needed and kept.
final class Programs {
  private let context: GraphicsContext
  private let library: ShaderLibrary
  private let cache: ProgramBinaryCache?
  private var paints: [PaintProgram: LinkedProgram] = [:]
  private var meshes: [MeshProgram: LinkedProgram] = [:]
  private var planes: [PlaneProgram: LinkedProgram] = [:]

  init(in context: GraphicsContext, library: ShaderLibrary, cache: ProgramBinaryCache?) {
    self.context = context
    self.library = library
    self.cache = cache
  }

  func program(_ paint: PaintProgram) throws -> LinkedProgram {
    if let known = paints[paint] { return known }
    let built = try build(fragment: paint.fragmentFiles.map { try library.source($0) })
    paints[paint] = built
    return built
  }

  func program(_ plane: PlaneProgram) throws -> LinkedProgram {
    if let known = planes[plane] { return known }
    let source =
      switch plane {
      case .sector(let index):
        try library.source("hsb-sector.frag.glsl", replacing: ["@ORDER@": Sector.orders[index]])
      case .turnedSector(let index):
        try library.source("hsb-turned.frag.glsl", replacing: ["@ORDER@": Sector.orders[index]])
      case .single: try library.source("hsb-single.frag.glsl")
      case .branching: try library.source("hsb-branching.frag.glsl")
      case .processor: try library.source("pixels.frag.glsl")
      case .constant: try library.source("constant.frag.glsl")
      }
    var fragment = [source]
    if case .turnedSector = plane { fragment.insert(try library.source("rounded.glsl"), at: 0) }
    let built = try build(fragment: fragment)
    planes[plane] = built
    return built
  }

  func program(_ mesh: MeshProgram) throws -> LinkedProgram {
    if let known = meshes[mesh] { return known }
    let built = try build(
      vertex: mesh.vertexFiles.map { try library.source($0) },
      fragment: [try library.source(mesh.fragmentFile)])
    meshes[mesh] = built
    return built
  }

  private func build(fragment: [ShaderSource]) throws -> LinkedProgram {
    try build(vertex: [try library.source("quad.vert.glsl")], fragment: fragment)
  }

  private func build(vertex: [ShaderSource], fragment: [ShaderSource]) throws -> LinkedProgram {
    guard let cache else {
      return LinkedProgram(try Program(vertex: vertex, fragment: fragment, in: context))
    }
    return LinkedProgram(try cache.program(vertex: vertex, fragment: fragment, in: context))
  }
}
