import Background
import GPU
import Geometry
import Scene
import Tessellation

/// Makes masks that can wait on a thread of its own, so that no frame takes long because something large is new in it.
///
/// A mask is asked for in each frame that wants it, until it is there. What no frame wants any more is forgotten.
final class MaskMaker {
  /// What of a path is to be made.
  struct Order: Sendable {
    let path: PathContents
    let octave: Int
    let box: PixelRect
  }

  private enum State {
    case asked
    case made(SoftenedCoverage)
  }

  private struct Entry {
    var state: State
    var lastWish: Int
  }

  /// What belongs to the thread.
  private final class Workplace {
    var rasterizer = CoverageRasterizer()
  }

  private let worker = Worker(name: "masks") { Workplace() }
  private let mail = Mailbox<(key: MaskStore.Key, coverage: SoftenedCoverage)>()
  private var entries: [MaskStore.Key: Entry] = [:]
  private var frame = 0

  /// The work, in bytes of upload, from which it is worth while to have a mask made here.
  static let leastWork = 1 << 20

  /// How many may be asked for at a time: those that a frame wants change soon.
  private static let most = 8

  func startFrame() {
    frame += 1
    for (key, coverage) in mail.takeAll() { entries[key]?.state = .made(coverage) }
    entries = entries.filter { entry in
      if case .asked = entry.value.state { return true }
      return entry.value.lastWish >= frame - 2
    }
  }

  /// Returns what was made for a key, or nil while it is being made or waits for that.
  func coverage(for key: MaskStore.Key, _ order: Order) -> SoftenedCoverage? {
    if let place = entries.index(forKey: key) {
      entries.values[place].lastWish = frame
      guard case .made(let coverage) = entries.values[place].state else { return nil }
      return coverage
    }
    guard entries.count < Self.most else { return nil }
    entries[key] = Entry(state: .asked, lastWish: frame)
    worker.run { [mail] workplace in
      let levels = workplace.rasterizer.coverage(of: order.path, octave: order.octave, in: order.box)
      mail.send((key, SoftenedCoverage(levels, order.box.size)))
    }
    return nil
  }

  /// Forgets what has found its place.
  func remove(_ key: MaskStore.Key) { entries[key] = nil }
}

extension CoverageRasterizer {
  /// Returns the coverage of a path at 2 to the power of `octave` pixels a point, in a box of those pixels.
  mutating func coverage(of path: PathContents, octave: Int, in box: PixelRect) -> [UInt8] {
    coverage(
      of: path.figure.outline, fillRule: path.rule,
      transform: AffineTransform.scale(Double(sign: .plus, exponent: octave, significand: 1))
        .concatenating(.translation(x: -Double(box.x), y: -Double(box.y))),
      hasOverlaps: path.figure.hasOverlaps, bounds: path.figure.bounds, in: box.size)
  }
}
