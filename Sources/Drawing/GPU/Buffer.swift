import CEpoxy
import Geometry

/// Bytes on the GPU, vertices or indices, deleted with its owner.
public struct Buffer: ~Copyable {
  /// How often the contents change.
  public enum Usage: Sendable {
    /// Uploaded once, drawn many times.
    case fixed
    /// Replaced about every frame.
    case stream
  }

  /// How often the contents change, which drivers take as a hint.
  public let usage: Usage

  /// The bytes that were uploaded last.
  public private(set) var byteCount = 0

  /// The bytes there is room for before the storage has to grow.
  public private(set) var capacity = 0

  let handle: Handle

  /// Creates an empty buffer.
  public init(_ usage: Usage = .fixed, in context: GraphicsContext) {
    self.usage = usage
    handle = Handle(.buffer, in: context)
  }

  /// Creates a buffer with the elements of an array as they lie in memory.
  ///
  /// - Parameters:
  ///   - elements: The elements. A `SIMD3` takes the space of four numbers.
  ///   - usage: How often the contents change.
  ///   - context: The current context.
  /// - Throws: ``GraphicsError/outOfMemory(_:)`` if the driver has no memory for them.
  public init<Element: BitwiseCopyable>(
    _ elements: [Element], usage: Usage = .fixed, in context: GraphicsContext
  ) throws(GraphicsError) {
    self.init(usage, in: context)
    try upload(elements)
  }

  /// Creates a buffer of indices, three per triangle, without the padding that an array of `SIMD3` has in memory.
  ///
  /// Draw them with `GraphicsContext.draw(.triangles, of:indices:)` and `0..<3 * triangles.count`.
  ///
  /// - Parameters:
  ///   - triangles: The indices of each triangle's corners.
  ///   - usage: How often the contents change.
  ///   - context: The current context.
  /// - Throws: ``GraphicsError/outOfMemory(_:)`` if the driver has no memory for them.
  public init(
    triangles: [SIMD3<UInt32>], usage: Usage = .fixed, in context: GraphicsContext
  ) throws(GraphicsError) {
    try self.init(triangles.flatMap { [$0.x, $0.y, $0.z] }, usage: usage, in: context)
  }

  /// Replaces the contents by `elements` as they lie in memory.
  ///
  /// - Throws: An error if the driver has no memory for them.
  @inlinable public mutating func upload<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) throws(GraphicsError) {
    try elements.span.bytes.withUnsafeBytes { bytes throws(GraphicsError) in try upload(bytes: bytes) }
  }

  /// Replaces the contents; storage that is large enough is used again.
  ///
  /// - Throws: ``GraphicsError/outOfMemory(_:)`` if the driver has no memory for them.
  public mutating func upload(bytes: UnsafeRawBufferPointer) throws(GraphicsError) {
    // This binding point belongs to no vertex array, so nothing that draws is disturbed.
    let target = GLenum(GL_COPY_WRITE_BUFFER)
    glBindBuffer(target, handle.name)
    if bytes.count > capacity {
      let room = usage == .stream ? Self.roomFor(bytes.count) : bytes.count
      glBufferData(target, room, nil, hint)
      capacity = room
      try checkedMemory()
    } else if usage == .stream {
      // Fresh storage under the same name: the driver need not wait for draws that still read the old one.
      glBufferData(target, capacity, nil, hint)
    }
    if let start = bytes.baseAddress, !bytes.isEmpty { glBufferSubData(target, 0, bytes.count, start) }
    byteCount = bytes.count
  }

  /// Reserves memory with undefined contents, to be filled piece by piece.
  ///
  /// - Parameter count: The size in bytes, 0 or more.
  /// - Throws: ``GraphicsError/outOfMemory(_:)`` if the driver has no memory for them.
  public mutating func reserve(_ count: Int) throws(GraphicsError) {
    let target = GLenum(GL_COPY_WRITE_BUFFER)
    glBindBuffer(target, handle.name)
    glBufferData(target, count, nil, hint)
    capacity = count
    byteCount = count
    try checkedMemory()
  }

  /// Replaces a part of the buffer.
  ///
  /// - Parameters:
  ///   - elements: The elements, which are copied as they lie in memory.
  ///   - offset: Where the part begins, in bytes; the part must lie within the buffer.
  public func upload<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int) {
    elements.span.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      precondition(offset >= 0 && offset + bytes.count <= byteCount, "the bytes lie within the buffer")
      let target = GLenum(GL_COPY_WRITE_BUFFER)
      glBindBuffer(target, handle.name)
      glBufferSubData(target, offset, bytes.count, start)
    }
  }

  private mutating func checkedMemory() throws(GraphicsError) {
    do {
      // Untranslated: a technical detail, for a report to developers.
      try handle.context.errors.checkMemory(for: "a buffer of \(capacity) bytes")
    } catch {
      capacity = 0
      byteCount = 0
      throw error
    }
  }

  private var hint: GLenum { GLenum(usage == .fixed ? GL_STATIC_DRAW : GL_STREAM_DRAW) }

  // Growing by halves keeps the number of reallocations logarithmic.
  private static func roomFor(_ count: Int) -> Int {
    max(4096, count + count / 2)
  }
}
