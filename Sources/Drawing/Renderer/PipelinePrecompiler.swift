import Colors
import GPU
import Geometry
import Scene

/// Draws nothing with one program after another, each in the states in which frames draw with it.
///
/// A driver compiles a program when it is first drawn with, for the blending, the format of the target and the formats
/// of the textures that it finds then. That may take longer than a frame, so it is done while nothing is waiting.
final class PipelinePrecompiler {
  /// A program's inputs.
  private enum Source {
    case nothing
    case bitmap
    /// A bitmap of which each pixel shows a texel.
    case texels
    /// A bitmap with smaller copies.
    case reduced
    case mask, scaledMask, looseMask, sheet
    case group
  }

  /// The kind of target.
  private enum Place {
    case window, group
  }

  private enum Step {
    case rectangle(Paint, Source, Place)
    /// A part of a target that is filled with one colour.
    case clearing(Place)
    /// The same of a sheet of meshes.
    case clearingSheet
    /// The smaller copies of a bitmap.
    case reducing
    /// A gradient of two colours, as most are.
    case gradient(Gradient, Batch.GradientPart, Place)
    case meshes(MeshPainter.Part)
    /// The whole picture that is kept, into the window.
    case copy
  }

  private let context: GraphicsContext
  private let programs: Programs
  private let steps: [Step]
  private var taken = 0
  private var equipment: Equipment?

  init(in context: GraphicsContext, programs: Programs) {
    self.context = context
    self.programs = programs
    // Copies into a window use the format of a group.
    let places: [Place] = [.window, .group]
    func everywhere(_ rectangles: [(Paint, Source)]) -> [Step] {
      rectangles.flatMap { paint, source in places.map { Step.rectangle(paint, source, $0) } }
    }
    let gradients = [Self.line, Self.round].flatMap { gradient in
      [Batch.GradientPart.inside(isOpaque: true), .edges].flatMap { part in
        places.map { Step.gradient(gradient, part, $0) }
      }
    }
    steps =
      everywhere(Self.rectangles) + places.map(Step.clearing) + gradients
      + [.reducing] + everywhere(Self.bitmaps)
      + [.copy] + MeshPainter.Part.allCases.map(Step.meshes) + [.clearingSheet]
  }

  /// The paints of rectangles, those first that a window is likely to need soon.
  private static let rectangles: [(Paint, Source)] = [
    (Paint(.flat, isOpaque: true), .nothing), (Paint(.flat), .nothing), (Paint(.box), .nothing),
    (Paint(.mask, Paint.texture), .mask),
    (Paint(.shadow), .nothing), (Paint(.softShadow), .nothing),
    (Paint(.imageInside, Paint.texture), .group), (Paint(.group, Paint.texture), .group),
    (Paint(.maskedGroup, Paint.textures), .group),
    (Paint(.scaledMask, Paint.texture), .scaledMask), (Paint(.scaledMask, Paint.texture), .looseMask),
    (Paint(.mesh, Paint.texture), .sheet),
  ]

  /// The paints of bitmaps.
  private static let bitmaps: [(Paint, Source)] = [
    (Paint(.reducedImage, Paint.texture, isOpaque: true), .reduced),
    (Paint(.reducedImage, Paint.texture), .reduced),
    (Paint(.imagePlain, Paint.texture, isOpaque: true), .texels),
    (Paint(.imagePlain, Paint.texture, isOpaque: true), .bitmap),
    (Paint(.image, Paint.texture), .texels), (Paint(.image, Paint.texture), .bitmap),
    (Paint(.image, Paint.texture), .reduced),
    (Paint(.imageInside, Paint.texture), .texels), (Paint(.imageInside, Paint.texture), .bitmap),
  ]

  private static let colors: [Gradient.Stop] = [.init(.white, at: 0), .init(.black, at: 1)]
  private static let line = Gradient(stops: colors, start: .zero, end: Point(1, 1))
  private static let round = Gradient(stops: colors, center: .zero, radius: 1)

  /// Whether everything is ready.
  var isDone: Bool { taken == steps.count }

  /// Makes one more pipeline ready; returns whether others remain. The current target's content is undefined
  /// afterwards.
  ///
  /// It draws with the array of frames: Mesa reads arrays that change often in another way than others, by a vertex
  /// program of its own.
  func advance(with corners: borrowing VertexArray) throws -> Bool {
    guard !isDone else { return false }
    let step = steps[taken]
    // Pipelines that the driver refuses are not tried again; the frame that needs one reports it.
    taken += 1
    let target = context.target
    defer {
      context.setBlending(.over)
      context.setTarget(target)
      if isDone { equipment = nil }
    }
    let equipment = try self.equipment ?? Equipment(in: context, window: target.size)
    self.equipment = equipment
    try take(step, equipment, corners)
    context.flush()
    return !isDone
  }

  private func take(_ step: Step, _ equipment: Equipment, _ corners: borrowing VertexArray) throws {
    switch step {
    case .rectangle(let paint, let source, let place):
      try equipment.bind(source, in: context)
      try draw(paint, in: place, equipment, corners)
    case .gradient(let gradient, let part, let place):
      let paint = programs.paint(of: gradient, in: Rect(x: 0, y: 0, width: 1, height: 1), part)
      try draw(paint, in: place, equipment, corners)
    case .clearing(let place):
      aim(at: place, equipment)
      clearPart()
    case .clearingSheet:
      context.setTarget(equipment.sheet)
      clearPart()
    case .reducing: try equipment.reduced.makeMipmaps()
    case .copy: context.copy(equipment.copy)
    case .meshes(let part):
      let program = try programs.program(part.shader)
      context.setTarget(equipment.sheet)
      context.setBlending(.additive)
      context.bind(equipment.table, unit: 1)
      program.use([.texture(unit: 1), .vec2(SIMD2(1, 1)), .vec3(SIMD3(0, 0, 1))])
      switch part {
      case .triangles: context.draw(.triangles, of: equipment.triangles, indices: 0..<3)
      case .edges: context.draw(.triangles, of: equipment.edges, indices: 0..<3)
      }
    }
  }

  private func aim(at place: Place, _ equipment: Equipment) {
    switch place {
    case .window: break
    case .group: context.setTarget(equipment.picture)
    }
  }

  private func clearPart() {
    context.setScissor(PixelRect(x: 0, y: 0, width: 1, height: 1))
    context.clear()
    context.setScissor(nil)
  }

  private func draw(
    _ paint: Paint, in place: Place, _ equipment: Equipment, _ corners: borrowing VertexArray
  ) throws {
    aim(at: place, equipment)
    context.setBlending(paint.isOpaque ? .none : .over)
    try programs.use(paint)
    corners.attach(equipment.instance, layout: Instance.layout)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: 1)
  }

  /// The least that programs can be given to draw: rectangles and triangles of no size, and small textures, whose sides
  /// are powers of two where those of what frames use are.
  private final class Equipment {
    let picture: Framebuffer
    /// The picture that is copied into the window.
    let copy: Framebuffer
    let sheet: Framebuffer
    let table: Texture
    /// A rectangle of no size.
    let instance: Buffer
    let triangles: VertexArray
    let edges: VertexArray
    private let bitmap: Texture
    /// One with smaller copies, once those are made.
    let reduced: Texture
    private let mask: Texture
    private let scaledMask: Texture
    private let looseMask: Texture
    private let vertices: Buffer
    private let indices: Buffer

    init(in context: GraphicsContext, window: PixelSize) throws {
      let odd = PixelSize(width: 3, height: 3)
      let even = PixelSize(width: 4, height: 4)
      picture = try Framebuffer(size: odd, format: context.target.format, filter: .nearest, in: context)
      copy = try Framebuffer(size: odd, copiedIntoTargetOf: context)
      sheet = try Framebuffer(
        size: PixelSize(width: window.width > 1024 ? 3 : 4, height: window.height > 1024 ? 3 : 4),
        format: .rg8,
        filter: .nearest, in: context)
      table = try Texture(size: even, format: .rgba32f, filter: .nearest, in: context)
      // As no side of a bitmap's texture is a power of two, and the least that has smaller copies of smaller copies: those of
      // the first are made otherwise than the others.
      let five = PixelSize(width: 5, height: 5)
      bitmap = try Texture(size: five, format: context.pictureFormat, in: context)
      reduced = try Texture(size: five, format: context.pictureFormat, in: context)
      mask = try Texture(size: even, format: .r8, filter: .nearest, in: context)
      scaledMask = try Texture(size: even, format: .rg8, in: context)
      looseMask = try Texture(size: odd, format: .rg8, in: context)
      var nothing = Instance(.identity, quad: Rect(x: 0, y: 0, width: 0, height: 0))
      (nothing.right, nothing.down) = (.zero, .zero)
      instance = try Buffer([nothing], in: context)
      vertices = try Buffer([Float](repeating: 0, count: 64), in: context)
      indices = try Buffer([UInt32](repeating: 0, count: 3), in: context)
      triangles = VertexArray(vertices: vertices, layout: MeshVertex.layout, indices: indices, in: context)
      edges = VertexArray(vertices: vertices, layout: StripVertex.layout, indices: indices, in: context)
    }

    func bind(_ source: Source, in context: GraphicsContext) throws {
      switch source {
      case .nothing: break
      case .bitmap: context.bind(bitmap, unit: 0)
      case .texels: context.bind(bitmap, unit: 0, readingNearest: true)
      case .reduced: context.bind(reduced, unit: 0)
      case .mask: context.bind(mask, unit: 0)
      case .scaledMask: context.bind(scaledMask, unit: 0)
      case .looseMask: context.bind(looseMask, unit: 0)
      case .sheet: context.bind(sheet.color, unit: 0)
      case .group:
        context.bind(picture.color, unit: 0)
        context.bind(picture.color, unit: 1)
      }
    }
  }
}
