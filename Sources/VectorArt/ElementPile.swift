import Geometry

/// The elements of a path that is being read, in storage that grows with what the bytes really hold.
struct ElementPile {
  private(set) var base: UnsafeMutablePointer<Path.Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  @inline(__always) mutating func append(_ element: Path.Element) {
    if count == capacity {
      base = ElementPile.moved(base, count, to: capacity * 2)
      capacity *= 2
    }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Not a member of the pile, which then can stay in registers.
  @inline(never) private static func moved(
    _ base: UnsafeMutablePointer<Path.Element>, _ count: Int, to capacity: Int
  ) -> UnsafeMutablePointer<Path.Element> {
    let larger = UnsafeMutablePointer<Path.Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    return larger
  }

  var path: Path { Path(elements: Array(UnsafeBufferPointer(start: base, count: count))) }

  func deallocate() { base.deallocate() }
}
