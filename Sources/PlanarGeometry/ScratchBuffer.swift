/// A growing array of plain values that is kept and filled again; access is checked in debug builds alone.
@frozen public struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var used = 0
  @usableFromInline var capacity: Int

  /// Where the elements begin, until the buffer grows.
  @inlinable public var base: UnsafeMutablePointer<Element> { storage }
  @inlinable public var count: Int { used }

  @inlinable public init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    storage = .allocate(capacity: self.capacity)
  }

  @inlinable deinit { base.deallocate() }

  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  @inlinable @inline(__always)
  public subscript(index: Int32) -> Element {
    unsafeAddress {
      assert(index >= 0 && Int(index) < count)
      return UnsafePointer(base + Int(index))
    }
    unsafeMutableAddress {
      assert(index >= 0 && Int(index) < count)
      return base + Int(index)
    }
  }

  @inlinable @inline(__always)
  public mutating func append(_ element: Element) {
    if count == capacity { reserve(capacity * 2) }
    (base + count).initialize(to: element)
    used += 1
  }

  @inlinable @inline(__always)
  public mutating func removeLast() -> Element {
    assert(count > 0)
    used -= 1
    return base[count]
  }

  @inlinable @inline(__always)
  public mutating func removeAll() { used = 0 }

  @inlinable @inline(__always)
  public mutating func truncate(to newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    used = newCount
  }

  /// Makes the buffer longer by `added`; what is new in it is anything, until it is written through the pointer.
  @inlinable @inline(__always)
  public mutating func extend(by added: Int) -> UnsafeMutablePointer<Element> {
    if count &+ added > capacity { reserve(max(count + added, capacity * 2)) }
    defer { used &+= added }
    return base + count
  }

  /// Makes the buffer `newCount` long; what it holds then is anything.
  @inlinable public mutating func resizeUninitialized(to newCount: Int) {
    reserve(newCount)
    used = newCount
  }

  @inlinable public mutating func reserve(_ wanted: Int) {
    if wanted <= capacity { return }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    storage = larger
    capacity = wanted
  }

  /// Makes the buffer at least `newCount` long; what is new in it is `element`.
  @inlinable public mutating func grow(to newCount: Int, with element: Element) {
    if newCount <= count { return }
    reserve(newCount)
    (base + count).initialize(repeating: element, count: newCount - count)
    used = newCount
  }

  /// Opens or closes a gap so that what stood from `index + removed` on stands from `index + inserted` on.
  @inlinable @inline(__always)
  public mutating func moveTail(at index: Int, removed: Int, inserted: Int) {
    if removed == inserted { return }
    let tail = count - index - removed
    reserve(max(count - removed + inserted, 1))
    if tail > 0 { (base + index + inserted).update(from: base + index + removed, count: tail) }
    used += inserted - removed
  }

  /// The elements, for as long as the buffer is not changed.
  @inlinable public var buffer: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  @inlinable public mutating func sort(by isBefore: (Element, Element) -> Bool) {
    var all = buffer
    all.sort(by: isBefore)
  }
}

extension ScratchBuffer where Element: Comparable {
  @inlinable public mutating func sort() {
    var all = buffer
    all.sort()
  }
}

/// A buffer owns its storage alone.
extension ScratchBuffer: @unchecked Sendable where Element: Sendable {}
