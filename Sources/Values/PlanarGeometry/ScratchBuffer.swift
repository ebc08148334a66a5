/// A growing array of plain values that is kept and filled again; access is checked in debug builds alone.
@frozen package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var used = 0
  @usableFromInline var capacity: Int

  /// Where the elements begin, until the buffer grows.
  @inlinable package var base: UnsafeMutablePointer<Element> { storage }
  /// The number of elements.
  @inlinable package var count: Int { used }

  /// Creates an empty buffer with room for so many elements.
  @inlinable package init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    storage = .allocate(capacity: self.capacity)
  }

  @inlinable deinit { base.deallocate() }

  /// The element at an index from 0 to `count` − 1, read and written in place.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  /// The element at an index from 0 to `count` − 1, read and written in place.
  @inlinable @inline(__always)
  package subscript(index: Int32) -> Element {
    unsafeAddress {
      assert(index >= 0 && Int(index) < count)
      return UnsafePointer(base + Int(index))
    }
    unsafeMutableAddress {
      assert(index >= 0 && Int(index) < count)
      return base + Int(index)
    }
  }

  /// Adds an element at the end; a full buffer grows to twice its size.
  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { reserve(capacity * 2) }
    (base + count).initialize(to: element)
    used += 1
  }

  /// Takes the last element away and returns it; there has to be one.
  @inlinable @inline(__always)
  package mutating func removeLast() -> Element {
    assert(count > 0)
    used -= 1
    return base[count]
  }

  /// Empties the buffer and keeps its storage.
  @inlinable @inline(__always)
  package mutating func removeAll() { used = 0 }

  /// Takes elements away at the end until `newCount` are left.
  @inlinable @inline(__always)
  package mutating func truncate(to newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    used = newCount
  }

  /// Makes the buffer longer by `added`; what is new in it is anything, until it is written through the pointer.
  @inlinable @inline(__always)
  package mutating func extend(by added: Int) -> UnsafeMutablePointer<Element> {
    if count &+ added > capacity { reserve(max(count + added, capacity * 2)) }
    defer { used &+= added }
    return base + count
  }

  /// Makes the buffer `newCount` long; what it holds then is anything.
  @inlinable package mutating func resizeUninitialized(to newCount: Int) {
    reserve(newCount)
    used = newCount
  }

  /// Makes room for at least so many elements in all.
  @inlinable package mutating func reserve(_ wanted: Int) {
    if wanted <= capacity { return }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    storage = larger
    capacity = wanted
  }

  /// Opens or closes a gap so that what stood from `index + removed` on stands from `index + inserted` on.
  @inlinable @inline(__always)
  package mutating func moveTail(at index: Int, removed: Int, inserted: Int) {
    if removed == inserted { return }
    let tail = count - index - removed
    reserve(max(count - removed + inserted, 1))
    if tail > 0 { (base + index + inserted).update(from: base + index + removed, count: tail) }
    used += inserted - removed
  }

  /// The elements, for as long as the buffer is not changed.
  @inlinable package var buffer: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Sorts the elements in place, in time n log n.
  @inlinable package mutating func sort(by isBefore: (Element, Element) -> Bool) {
    var all = buffer
    all.sort(by: isBefore)
  }
}

extension ScratchBuffer where Element: Comparable {
  /// Sorts the elements in place from the least to the greatest, in time n log n.
  @inlinable package mutating func sort() {
    var all = buffer
    all.sort()
  }
}

/// A buffer owns its storage alone.
extension ScratchBuffer: @unchecked Sendable where Element: Sendable {}
