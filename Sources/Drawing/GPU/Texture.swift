import CEpoxy
import Geometry

/// A picture on the GPU, deleted with its owner; its first row is the first row uploaded.
public struct Texture: ~Copyable {
  /// The format of a pixel.
  public enum Format: Hashable, Sendable {
    /// Red, green, blue, alpha, a byte each.
    case rgba8
    /// The same with blue first: what most windows are made of.
    case bgra8
    /// One byte, read in shaders as red.
    case r8
    /// Two bytes, read in shaders as red and green.
    case rg8
    /// Red, green, blue, alpha, a single-precision number each: for looking up, with the nearest filter, not for
    /// drawing into.
    case rgba32f

    /// How many bytes a pixel takes.
    public var bytesPerPixel: Int {
      switch self {
      case .rgba8, .bgra8: 4
      case .r8: 1
      case .rg8: 2
      case .rgba32f: 16
      }
    }
  }

  /// The interpolation between pixel centres.
  public enum Filter: Hashable, Sendable {
    /// The nearest pixel's colour.
    case nearest
    /// A mixture of the four nearest pixels.
    case linear
  }

  /// The pixels beyond the edge.
  public enum Wrap: Hashable, Sendable {
    /// The nearest pixel of the edge.
    case clamp
    /// The picture again.
    case `repeat`
  }

  /// The number of pixels along both sides.
  public let size: PixelSize
  /// The format of a pixel.
  public let format: Format
  let handle: Handle

  /// Creates a texture with undefined contents.
  ///
  /// - Parameters:
  ///   - size: The size in pixels, with sides from 1 to ``GraphicsContext/maximumTextureSize``.
  ///   - format: The format of a pixel.
  ///   - filter: How texels are mixed between their centres.
  ///   - wrap: The colours beyond the edges.
  ///   - context: The context that owns the texture.
  /// - Throws: An error if a side is too long, or memory is short.
  public init(
    size: PixelSize, format: Format = .rgba8, filter: Filter = .linear, wrap: Wrap = .clamp,
    in context: GraphicsContext
  ) throws(GraphicsError) {
    handle = try Self.storage(size, format, filter, wrap, in: context)
    self.size = size
    self.format = format
  }

  /// Creates a texture from rows of pixels, the top row first, without gaps.
  ///
  /// - Parameters:
  ///   - size: The size in pixels, with sides from 1 to ``GraphicsContext/maximumTextureSize``.
  ///   - format: The format of a pixel.
  ///   - filter: How texels are mixed between their centres.
  ///   - wrap: The colours beyond the edges.
  ///   - pixels: The pixels, as many bytes for each as the format has.
  ///   - context: The context that owns the texture.
  /// - Throws: An error if a side is too long, bytes are missing, or memory is short.
  public init(
    size: PixelSize, format: Format = .rgba8, filter: Filter = .linear, wrap: Wrap = .clamp,
    pixels: [UInt8], in context: GraphicsContext
  ) throws(GraphicsError) {
    let texture = try Texture(size: size, format: format, filter: filter, wrap: wrap, in: context)
    try texture.upload(pixels)
    self = texture
  }

  /// Replaces all pixels, the top row first.
  ///
  /// - Parameter pixels: The bytes in the texture's format, without gaps between rows.
  /// - Throws: ``GraphicsError/tooFewBytes(needed:given:)`` for fewer bytes than the texture has.
  public func upload(_ pixels: [UInt8]) throws(GraphicsError) {
    try upload(pixels, to: PixelRect(size))
  }

  /// Replaces the pixels in a rectangle, the top row first.
  ///
  /// - Parameters:
  ///   - pixels: The bytes in the texture's format.
  ///   - rect: The rectangle.
  ///   - rowBytes: The distance between the starts of two rows, in bytes: a whole number of pixels, at least a row of
  ///     the rectangle. Nil means that rows follow without gaps.
  /// - Throws: ``GraphicsError/outOfBounds(_:of:)`` if the rectangle exceeds the texture, and
  ///   ``GraphicsError/tooFewBytes(needed:given:)`` for fewer bytes than it has.
  public func upload(_ pixels: [UInt8], to rect: PixelRect, rowBytes: Int? = nil) throws(GraphicsError) {
    try pixels.span.bytes.withUnsafeBytes { bytes throws(GraphicsError) in
      try upload(bytes: bytes, to: rect, rowBytes: rowBytes)
    }
  }

  /// Replaces the pixels in a rectangle, the top row first.
  ///
  /// - Parameters:
  ///   - bytes: The bytes in the texture's format.
  ///   - rect: The rectangle.
  ///   - rowBytes: The distance between the starts of two rows, in bytes: a whole number of pixels, at least a row of
  ///     the rectangle. Nil means that rows follow without gaps.
  /// - Throws: ``GraphicsError/outOfBounds(_:of:)`` if the rectangle exceeds the texture, and
  ///   ``GraphicsError/tooFewBytes(needed:given:)`` for fewer bytes than it has.
  public func upload(
    bytes: UnsafeRawBufferPointer, to rect: PixelRect, rowBytes: Int? = nil
  ) throws(GraphicsError) {
    guard rect.fits(in: size) else { throw .outOfBounds(rect, of: size) }
    let rowLength = rect.width * format.bytesPerPixel
    let stride = rowBytes ?? rowLength
    let isPossible = stride >= rowLength && stride % format.bytesPerPixel == 0 && stride <= Int(Int32.max)
    precondition(isPossible, "rows lie whole pixels apart and do not overlap")
    let (gaps, overflow) = (rect.height - 1).multipliedReportingOverflow(by: stride)
    let needed = overflow ? Int.max : gaps + rowLength
    guard bytes.count >= needed else { throw .tooFewBytes(needed: needed, given: bytes.count) }
    Self.bindForUpload(handle)
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(stride / format.bytesPerPixel))
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height),
      format.pixelFormat, format.componentType, bytes.baseAddress)
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
  }

  /// Makes halved copies of the picture down to one pixel, which are read from now on where it is drawn smaller than
  /// it is. Pixels that are uploaded later need this again.
  ///
  /// - Throws: ``GraphicsError/outOfMemory(_:)`` if the driver has no memory for them.
  public func makeMipmaps() throws(GraphicsError) {
    Self.bindForUpload(handle)
    let target = GLenum(GL_TEXTURE_2D)
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR_MIPMAP_LINEAR)
    glGenerateMipmap(target)
    // Untranslated: a technical detail, for a report to developers.
    try handle.context.errors.checkMemory(for: "the mipmaps of a texture of \(size.width)x\(size.height)")
  }

  private static func storage(
    _ size: PixelSize, _ format: Format, _ filter: Filter, _ wrap: Wrap, in context: GraphicsContext
  ) throws(GraphicsError) -> Handle {
    let limit = context.maximumTextureSize
    guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
      throw .sizeUnsupported(what: "texture", size: size, limit: limit)
    }
    let handle = Handle(.texture, in: context)
    bindForUpload(handle)
    let target = GLenum(GL_TEXTURE_2D)
    glTexImage2D(
      target, 0, format.internalFormat(in: context), GLsizei(size.width), GLsizei(size.height), 0,
      format.pixelFormat, format.componentType, nil)
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(target, GLenum(name), filter == .linear ? GL_LINEAR : GL_NEAREST)
    }
    for name in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
      glTexParameteri(target, GLenum(name), wrap == .clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT)
    }
    // Untranslated: a technical detail, for a report to developers.
    try context.errors.checkMemory(for: "a texture of \(size.width)x\(size.height)")
    return handle
  }

  // A unit that drawing never uses (ES 3.0 has at least 32): what is bound for drawing stays bound.
  private static func bindForUpload(_ handle: borrowing Handle) {
    glActiveTexture(GLenum(GL_TEXTURE0 + 31))
    glBindTexture(GLenum(GL_TEXTURE_2D), handle.name)
  }
}

extension Texture.Format {
  func internalFormat(in context: GraphicsContext) -> GLint {
    switch self {
    case .rgba8: GL_RGBA8
    // Only OpenGL ES calls it that; desktop OpenGL follows the order of what is uploaded.
    case .bgra8: context.driver.kind == .embedded ? GL_BGRA : GL_RGBA8
    case .r8: GL_R8
    case .rg8: GL_RG8
    case .rgba32f: GL_RGBA32F
    }
  }

  var pixelFormat: GLenum {
    switch self {
    case .rgba8, .rgba32f: GLenum(GL_RGBA)
    case .bgra8: GLenum(GL_BGRA)
    case .r8: GLenum(GL_RED)
    case .rg8: GLenum(GL_RG)
    }
  }

  var componentType: GLenum { GLenum(self == .rgba32f ? GL_FLOAT : GL_UNSIGNED_BYTE) }
}
