import Glibc

/// The bytes of a picture file, in memory or in an open file.
package enum PictureSource: Sendable {
  case bytes([UInt8])
  /// A file descriptor, which is read with `pread` and not closed.
  case file(Int32, count: Int)

  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let count): count
    }
  }

  /// Copies bytes from a position on, and returns their number, which is smaller only at the end.
  func read(from place: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(target.count, count - place)
    guard place >= 0, wanted > 0 else { return 0 }
    switch self {
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<place + wanted]))
      }
      return wanted
    case .file(let descriptor, _):
      var done = 0
      while done < wanted {
        let got = pread(descriptor, target.baseAddress.map { $0 + done }, wanted - done, off_t(place + done))
        if got <= 0 { break }
        done += got
      }
      return done
    }
  }

  /// Returns the bytes of a range.
  package func part(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    if case .bytes(let bytes) = self { return Array(bytes[range]) }
    return [UInt8](unsafeUninitializedCapacity: range.count) { target, initialized in
      initialized = read(from: range.lowerBound, into: UnsafeMutableRawBufferPointer(target))
    }
  }
}

/// A reading position in a source, for libraries with read callbacks.
final class SourceCursor {
  let source: PictureSource
  private var place: Int

  init(_ source: PictureSource, from place: Int = 0) {
    self.source = source
    self.place = place
  }

  /// The context for a library's callbacks. The cursor must outlive them.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func at(_ context: UnsafeMutableRawPointer) -> SourceCursor {
    Unmanaged<SourceCursor>.fromOpaque(context).takeUnretainedValue()
  }

  func read(into bytes: UnsafeMutableRawPointer, count: Int) -> Int {
    let done = source.read(from: place, into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    place += done
    return done
  }
}

/// The libraries that are loaded on first use.
package enum PictureLibraries {
  /// Loads all of them, for a process that cannot load them later. A missing library is reported with the first picture
  /// that needs it.
  package static func load() {
    _ = try? WebPRows.functions()
    _ = try? TIFFHandle.functions()
  }
}
