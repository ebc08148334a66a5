/// A growing array of plain values that is kept and filled again; access is checked in debug builds alone.
struct Pile<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  @inline(__always)
  subscript(index: Int32) -> Element {
    unsafeAddress {
      assert(index >= 0 && Int(index) < count)
      return UnsafePointer(base + Int(index))
    }
    unsafeMutableAddress {
      assert(index >= 0 && Int(index) < count)
      return base + Int(index)
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserve(capacity * 2) }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0)
    count -= 1
    return base[count]
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func truncate(to newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Makes the pile longer by `added`; what is new in it is anything, until it is written through the pointer.
  @inline(__always)
  mutating func extend(by added: Int) -> UnsafeMutablePointer<Element> {
    if count &+ added > capacity { reserve(max(count + added, capacity * 2)) }
    defer { count &+= added }
    return base + count
  }

  /// Makes the pile `newCount` long; what it holds then is anything.
  mutating func resizeUninitialized(to newCount: Int) {
    reserve(newCount)
    count = newCount
  }

  mutating func reserve(_ wanted: Int) {
    if wanted <= capacity { return }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = wanted
  }

  /// Makes the pile at least `newCount` long; what is new in it is `element`.
  mutating func grow(to newCount: Int, with element: Element) {
    if newCount <= count { return }
    reserve(newCount)
    (base + count).initialize(repeating: element, count: newCount - count)
    count = newCount
  }

  /// Opens or closes a gap so that what stood from `index + removed` on stands from `index + inserted` on.
  @inline(__always)
  mutating func moveTail(at index: Int, removed: Int, inserted: Int) {
    if removed == inserted { return }
    let tail = count - index - removed
    reserve(max(count - removed + inserted, 1))
    if tail > 0 { (base + index + inserted).update(from: base + index + removed, count: tail) }
    count += inserted - removed
  }

  /// The elements, for as long as the pile is not changed.
  var buffer: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

  mutating func sort(by isBefore: (Element, Element) -> Bool) {
    var all = buffer
    all.sort(by: isBefore)
  }
}

extension Pile where Element: Comparable {
  mutating func sort() {
    var all = buffer
    all.sort()
  }
}

/// A pile owns its storage alone.
extension Pile: @unchecked Sendable where Element: Sendable {}
