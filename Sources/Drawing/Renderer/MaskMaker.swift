import Workers
import GPU
import Geometry
import Scene
import Tessellation

/// Makes coverage that can wait on a thread of its own, so that no frame takes long because much is new in it.
///
/// Every frame that wants a mask asks for it until it is ready. Orders that no frame repeats are forgotten.
final class MaskMaker {
  /// The part of a path to make.
  struct Order: Sendable {
    let path: PathContents
    let octave: Int
    let box: PixelRect
    /// Its cost, in bytes of upload.
    let work: Int
  }

  /// The state of an order.
  private enum State<Product> {
    case asked(work: Int)
    case made(Product)
  }

  private struct Entry<Product> {
    var state: State<Product>
    var lastWish: Int
  }

  private typealias Entries<Product> = [MaskStore.ScaledKey: Entry<Product>]

  private enum Product: Sendable {
    case mask(SoftenedCoverage)
    case levels([UInt8])
  }

  /// The storage that belongs to the thread.
  private final class Workplace {
    var rasterizer = CoverageRasterizer()
  }

  private let worker = Worker(name: "masks") { Workplace() }
  private let mail = Mailbox<(key: MaskStore.ScaledKey, product: Product)>()
  private var masks: Entries<SoftenedCoverage> = [:]
  private var levels: Entries<[UInt8]> = [:]
  private var frame = 0

  /// The bytes of the masks that were handed over in this frame, and the work of the levels that are asked for.
  private var handedOver = 0
  private var askedWork = 0

  /// The work, in bytes of upload, from which it is worth while to have a mask made here.
  static let leastWork = 1 << 18

  /// How many masks may be asked for at a time: those that a frame wants change soon.
  private static let most = 8

  /// The work of the levels that may be asked for at a time.
  private static let mostWork = 1 << 22

  /// The bytes of masks that are handed over in one frame after the first mask.
  private static let mostBytes = 1 << 19

  /// Makes the thread ready.
  func startThread() { worker.run { _ in } }

  /// Waits until everything that was asked for is made.
  func finish() { worker.finish() }

  func startFrame() {
    frame += 1
    handedOver = 0
    for (key, product) in mail.takeAll() {
      switch product {
      case .mask(let mask): masks[key]?.state = .made(mask)
      case .levels(let made):
        if case .asked(let work) = levels[key]?.state { askedWork -= work }
        levels[key]?.state = .made(made)
      }
    }
    forgetUnwanted(&masks)
    forgetUnwanted(&levels)
  }

  private func forgetUnwanted<Product>(_ entries: inout Entries<Product>) {
    let isUnwanted = { (entry: Entry<Product>) in
      if case .asked = entry.state { return false }
      return entry.lastWish < self.frame - 2
    }
    if entries.values.contains(where: isUnwanted) { entries = entries.filter { !isUnwanted($0.value) } }
  }

  /// Returns the mask that was made for a key, or nil while it is being made, waits for that, or has to wait for another frame
  /// because there are others.
  func mask(for key: MaskStore.ScaledKey, _ order: Order, bytes: Int) -> SoftenedCoverage? {
    if let made = made(key, in: &masks) {
      guard handedOver == 0 || handedOver + bytes <= Self.mostBytes else { return nil }
      return made
    }
    guard masks[key] == nil, masks.count < Self.most else { return nil }
    masks[key] = Entry(state: .asked(work: order.work), lastWish: frame)
    make(order, for: key) { .mask(SoftenedCoverage($0, order.box.size)) }
    return nil
  }

  /// Forgets a mask that has found its place.
  func remove(_ key: MaskStore.ScaledKey, bytes: Int) {
    masks[key] = nil
    handedOver += bytes
  }

  /// Returns the levels that were made for a key, if they were, and forgets them.
  func takeLevels(for key: MaskStore.ScaledKey) -> [UInt8]? {
    guard let made = made(key, in: &levels) else { return nil }
    levels[key] = nil
    return made
  }

  /// Asks for levels, unless they or many others are asked for.
  func askForLevels(_ order: Order, for key: MaskStore.ScaledKey) {
    guard levels[key] == nil, askedWork + order.work <= Self.mostWork else { return }
    levels[key] = Entry(state: .asked(work: order.work), lastWish: frame)
    askedWork += order.work
    make(order, for: key) { .levels($0) }
  }

  private func made<Product>(_ key: MaskStore.ScaledKey, in entries: inout Entries<Product>) -> Product? {
    guard let place = entries.index(forKey: key) else { return nil }
    entries.values[place].lastWish = frame
    guard case .made(let product) = entries.values[place].state else { return nil }
    return product
  }

  private func make(
    _ order: Order, for key: MaskStore.ScaledKey, _ product: @escaping @Sendable ([UInt8]) -> Product
  ) {
    worker.run { [mail] workplace in
      let levels = workplace.rasterizer.coverage(of: order.path, octave: order.octave, in: order.box)
      mail.send((key, product(levels)))
    }
  }
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
