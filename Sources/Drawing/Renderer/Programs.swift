import GPU
import Scene

/// The programs of one context, each built when it is first needed and kept.
final class Programs {
  private let context: GraphicsContext
  private let library: ShaderLibrary
  private let cache: ProgramBinaryCache?
  private var linked: [PaintShader: LinkedProgram] = [:]
  /// The programs of fills by their texts, which are put together once.
  private var fills: [FillForm: KnownFill] = [:]
  private var watched = WatchedTexts()
  private var gradients: [PaintShader.GradientForm: PaintShader] = [:]

  /// The properties that decide the program of a fill, besides the names and types of its inputs.
  private struct FillForm: Hashable {
    let text: String
    let isUpright: Bool
  }

  /// The program of a fill, and the fill for which it was built.
  private struct KnownFill {
    let shader: PaintShader
    let fill: ShaderFill
  }

  init(in context: GraphicsContext, library: ShaderLibrary, cache: ProgramBinaryCache?) {
    self.context = context
    self.library = library
    self.cache = cache
  }

  /// How many have been built.
  var count: Int { linked.count }

  /// Draws with a paint's program from now on, and gives that what it reads.
  func use(_ paint: Paint) throws {
    try program(paint.shader).use(paint.values)
  }

  /// Returns the program of gradients of a form.
  func shader(_ form: PaintShader.GradientForm) -> PaintShader {
    if let known = gradients[form] { return known }
    let made = PaintShader(form)
    gradients[form] = made
    return made
  }

  /// Returns what paints a fill, in upright rows of whole pixels or on a layer that is turned.
  ///
  /// Throws if its source does not compile, and lists what the source may use.
  func paint(of fill: ShaderFill, isUpright: Bool) throws -> Paint {
    let fill = watched.current(fill, isUpright: isUpright)
    let form = FillForm(text: fill.text, isUpright: isUpright)
    if let known = fills[form], known.fill.declares(fill.inputs) {
      return Paint(fill, by: known.shader, isUpright: isUpright)
    }
    let shader = try build(fill, isUpright: isUpright)
    fills[form] = KnownFill(shader: shader, fill: fill)
    return Paint(fill, by: shader, isUpright: isUpright)
  }

  /// Builds the program of a fill.
  private func build(_ fill: ShaderFill, isUpright: Bool) throws -> PaintShader {
    let shader = PaintShader(fill, isUpright: isUpright)
    guard fill.images.count <= ShaderFill.mostBitmaps else {
      // Untranslated: developers read it.
      throw ShaderError("a fill reads up to \(ShaderFill.mostBitmaps) bitmaps", files: ["inputs"])
    }
    do {
      _ = try program(shader)
    } catch var error as ShaderError {
      error.complaints.append(.init(file: fill.sourceName, words: fill.rules))
      throw error
    }
    return shader
  }

  /// Whether a fill that was drawn watches a file.
  var watchesFiles: Bool { !watched.isEmpty }

  /// Reads the watched files again; a text that does not compile is reported, and the last one that did is kept.
  func rereadFiles() -> WatchedTexts.Change {
    watched.reread { fill, isUpright in _ = try build(fill, isUpright: isUpright) }
  }

  func program(_ shader: PaintShader) throws -> LinkedProgram {
    if let known = linked[shader] { return known }
    let vertex = try shader.vertex.map(source)
    let fragment = try shader.fragment.map(source)
    let files = fragment.map(\.file)
    let built: LinkedProgram
    if let cache {
      built = try LinkedProgram(
        cache.program(vertex: vertex, fragment: fragment, in: context), shader.uniforms, files: files)
    } else {
      built = try LinkedProgram(
        Program(vertex: vertex, fragment: fragment, in: context), shader.uniforms, files: files)
    }
    linked[shader] = built
    return built
  }

  private func source(_ piece: PaintShader.Piece) throws -> ShaderSource {
    switch piece {
    case .file(let file): try library.source(file)
    case .text(let text, let name): ShaderSource(file: name, text: text)
    }
  }
}

/// A linked program with the places of its uniforms.
final class LinkedProgram {
  private let program: Program
  private let uniforms: [Uniform]

  init(_ program: consuming Program, _ declared: [UniformDeclaration], files: [String]) throws {
    uniforms = try program.uniforms(declared, files: files)
    self.program = program
  }

  /// Draws with the program from now on; its uniforms get the values in their order.
  func use(_ values: [UniformValue]) {
    program.use()
    for (uniform, value) in zip(uniforms, values) { program.set(uniform, to: value) }
  }

  /// Whether what is drawn now would be drawn with the program.
  var isInUse: Bool { program.isInUse }

  /// Gives one of the uniforms another value.
  func set(_ index: Int, to value: UniformValue) { program.set(uniforms[index], to: value) }
}
