import GPU
import Geometry
import Scene
import Tessellation
import Text
import Typography

/// The masks of texts and paths that were drawn lately.
final class MaskStore {
  /// The inputs of a mask; equal keys have equal masks.
  enum Key: Hashable {
    case text(String, Font, maximumWidth: Double?, scale: Double, phase: Int)
    case path(PixelOutline, tile: PixelTile)
    case scaled(ScaledKey)
  }

  /// A path at 2 to the power of `octave` pixels a point, to be drawn at other scales. There may be thousands, which are looked
  /// for in each frame; other keys are ten times as long.
  struct ScaledKey: Hashable {
    let figure: Figure
    let rule: FillRule
    let octave: Int

    init(_ path: PathContents, octave: Int) {
      (figure, rule, self.octave) = (path.figure, path.rule, octave)
    }
  }

  /// A mask's place in its texture and where it lies beside the pixel it was asked for.
  final class Mask {
    let size: PixelSize
    let left: Int
    let top: Int

    /// Nil when nothing is covered.
    fileprivate(set) var page: MaskPage?

    /// The mask's texels, or one of them when all are alike.
    fileprivate(set) var place = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// The last frame in which the mask was drawn.
    var lastUse = 0

    init(size: PixelSize, left: Int, top: Int) {
      self.size = size
      self.left = left
      self.top = top
    }

    convenience init(_ box: PixelRect) { self.init(size: box.size, left: box.x, top: box.y) }
  }

  /// How many masks were made in this frame.
  private(set) var madeCount = 0

  /// Masks whose texels fall on pixels, and masks that are drawn at another scale than their own.
  private let exact: MaskAtlas
  private let scaled: MaskAtlas
  private let budget: UploadBudget
  private var masks: [Key: Mask] = [:]
  private var scaledMasks: [ScaledKey: Mask] = [:]
  private var rasterizer = CoverageRasterizer()
  /// Makes large masks that can be drawn from others meanwhile, and what a frame has no time for; nil where that is not wished, or nothing happens.
  private(set) var maker: MaskMaker?
  private let makesAside: Bool
  private var projected: (outline: PixelOutline, path: Path)?

  /// The coverage that small masks are reduced from; it never goes to the GPU.
  private var reducibles: [ScaledKey: ReducibleCoverage] = [:]
  private var reducibleBytes = 0
  private var frame = 0

  /// The last frame that needed a page and did not make it.
  private var pagePutOff: Int?

  /// The bytes that exact masks may take at most; those for other scales may take twice as many.
  private let limit: Int

  /// The longest side of a mask that is drawn at other scales.
  static let largestSide = 1448

  /// Creates a store that keeps at most about `limit` bytes of exact masks, and twice as many of those for other scales; less
  /// for small pictures.
  ///
  /// With `makesAside`, and a budget, large masks for other scales are made on a thread of their own.
  init(in context: GraphicsContext, budget: UploadBudget, limit: Int, makesAside: Bool = false) {
    self.budget = budget
    self.limit = limit
    self.makesAside = makesAside
    exact = MaskAtlas(
      format: .r8, filter: .nearest, page: PixelSize(width: 1024, height: 1024), firstRows: 256,
      keptFrames: Self.exactPlaceFrames, limit: limit, in: context)
    // While things are zoomed masks of several scales are drawn in turns: on one long page they are drawn at once.
    scaled = MaskAtlas(
      format: .rg8, filter: .linear, page: PixelSize(width: 1024, height: 8192), firstRows: 512,
      keptFrames: Self.scaledPlaceFrames, limit: 2 * limit, in: context)
  }

  var byteCount: Int { exact.byteCount + scaled.byteCount }

  /// Horizontal positions between two pixels at which text is rasterised.
  static let phases = 4

  /// The number of masks above which empty ones, which take no bytes, are forgotten too.
  private static let countLimit = 1 << 14

  /// Pictures with fewer pixels are taken to have as many.
  private static let leastPixels = 1 << 19

  /// The bytes of coverage to be reduced that are kept at most although nothing asks for them.
  private static let reducibleLimit = 32 << 20

  /// Begins a frame of a picture so large.
  func startFrame(size: PixelSize) {
    madeCount = 0
    frame += 1
    maker?.startFrame()
    // For each pixel of the picture so many bytes, which hold what is seen and a little of what was seen lately: of what is
    // zoomed two scales, with four texels of two bytes a pixel. With less what goes and comes back is made anew.
    let pixels = max(size.width * size.height, Self.leastPixels)
    if reducibleBytes > min(Self.reducibleLimit, 16 * pixels) { forgetReducibles(after: 1) }
    forget(exact.startFrame(limit: min(limit, 8 * pixels)))
    forget(scaled.startFrame(limit: min(2 * limit, 20 * pixels)))
    if masks.count > MaskStore.countLimit {
      masks = masks.filter { $0.value.page != nil || exact.isRecent($0.value) }
    }
    if scaledMasks.count > MaskStore.countLimit {
      scaledMasks = scaledMasks.filter { $0.value.page != nil || scaled.isRecent($0.value) }
    }
  }

  /// Gives up what was last drawn so many frames ago, and pages most of which was.
  func forget(after frames: Int) {
    forgetReducibles(after: frames)
    forget(exact.forget(after: frames, usedTexels: usedTexels(of: masks.values, in: frames)))
    // A second or two after it was zoomed nobody needs the scales in between, which take several times what is seen.
    let frames = scaled.isHalfFull ? min(frames, Self.keptScaledFrames) : frames
    forget(scaled.forget(after: frames, usedTexels: usedTexels(of: scaledMasks.values, in: frames)))
  }

  /// After how many frames masks for other scales are given up where those take more than half of what they may.
  private static let keptScaledFrames = 120

  /// After how many frames without it a mask gives its place to another one: those for other scales are soon followed by those
  /// for the next ones.
  private static let exactPlaceFrames = 600
  private static let scaledPlaceFrames = 10

  /// Returns how many texels of each page were drawn in the last frames.
  private func usedTexels(of masks: some Sequence<Mask>, in frames: Int) -> [ObjectIdentifier: Int] {
    var used: [ObjectIdentifier: Int] = [:]
    for mask in masks where mask.lastUse >= frame - frames {
      guard let page = mask.page else { continue }
      used[ObjectIdentifier(page), default: 0] += mask.place.width * mask.place.height
    }
    return used
  }

  /// Whether there is a page for masks that are drawn at other scales, and the thread that makes some of them.
  var isPrepared: Bool { scaled.isPrepared && (maker != nil || !makesAside) }

  /// Makes the first page for masks that are drawn at other scales ready, and the thread that makes some of them.
  func prepare() throws(GraphicsError) {
    try scaled.prepare()
    if makesAside { usedMaker.startThread() }
  }

  /// Ends the thread that makes masks, and gives up those for other scales that the last frame did not draw, where they are
  /// few: what moves next is made anew then. It is for when nothing happens.
  func rest() {
    maker = nil
    if scaled.byteCount < Self.fewBytes { forget(scaled.forget(after: 0, usedTexels: [:])) }
  }

  /// With fewer bytes of pages their masks are made again in a few frames.
  private static let fewBytes = 4 << 20

  private func forgetReducibles(after frames: Int) {
    reducibles = reducibles.filter { $0.value.lastUse >= frame - frames }
    reducibleBytes = reducibles.values.reduce(0) { $0 + $1.levels.count }
  }

  /// Returns the mask of a line of text.
  func mask(
    of text: TextContents, scale: Double, phase: Int, typesetter: Typesetter
  ) throws(GraphicsError) -> Mask {
    let key = Key.text(text.text, text.font, maximumWidth: text.maximumWidth, scale: scale, phase: phase)
    if let known = known(masks[key], exact) { return known }
    let line = typesetter.line(text.text, font: text.font, maximumWidth: text.maximumWidth)
    let mask = typesetter.mask(
      of: line, scale: scale, subpixelOffset: Double(phase) / Double(MaskStore.phases))
    return try keep(Mask(size: mask.size, left: mask.left, top: mask.top), key, coverage: mask.coverage)
  }

  /// Returns the mask of a piece of a path, or nil when it has to wait for another frame.
  func mask(
    of outline: PixelOutline, tile: PixelTile, canWait: Bool = true
  ) throws(GraphicsError) -> Mask? {
    let key = Key.path(outline, tile: tile)
    if let known = known(masks[key], exact) { return known }
    let area = tile.area
    let work = UploadBudget.rasterizing(outline.figure, on: area)
    guard budget.allows(area.width * area.height + work, canWait: canWait) else { return nil }
    let path: FoldedPath
    let mapping: AffineTransform
    let bounds: Rect?
    switch outline.mapping {
    case .affine(let affine):
      (path, mapping, bounds) = (outline.figure.outline, affine, outline.figure.bounds)
    case .projective(let transform):
      (path, mapping, bounds) = (FoldedPath(projection(of: outline, by: transform)), .identity, nil)
    }
    let coverage = rasterizer.coverage(
      of: path, fillRule: outline.rule,
      transform: mapping.concatenating(.translation(x: -Double(area.x), y: -Double(area.y))),
      hasOverlaps: outline.hasOverlaps, bounds: bounds, in: area.size)
    return try keep(Mask(area), key, coverage: coverage, work: work)
  }

  /// Returns the mask of a path at 2 to the power of `octave` pixels a point, with two pixels more all round, the
  /// outer of them empty: read between texels no farther out than their middles, it never shows what lies beside it in
  /// the atlas. Nil when it has to wait for another frame.
  func mask(
    of path: PathContents, octave: Int, canWait: Bool = true
  ) throws(GraphicsError) -> Mask? {
    try mask(of: path, octave: octave, canWait: canWait, isAllowedAside: makesAside)
  }

  private func mask(
    of path: PathContents, octave: Int, canWait: Bool = true, isAllowedAside: Bool
  ) throws(GraphicsError) -> Mask? {
    let key = ScaledKey(path, octave: octave)
    if let known = known(scaledMasks[key], scaled) { return known }
    guard let bounds = path.figure.bounds, let box = PixelRect(bounds, octave: octave)?.outset(by: 2),
      max(box.width, box.height) <= MaskStore.largestSide
    else { return nil }
    let base = ReducibleCoverage.octave(of: bounds)
    let bytes = box.width * box.height * scaled.format.bytesPerPixel
    guard octave <= base else {
      let work = UploadBudget.rasterizing(path.figure, on: box)
      if canWait, isAllowedAside, bytes + work >= MaskMaker.leastWork, budget.limit != nil {
        let hasNear = nearestMask(of: path, octave: octave).map { abs($0.octave - octave) <= 2 } ?? false
        // A coarser one is drawn meanwhile, with a texel or two a pixel.
        if !hasNear, try mask(of: path, octave: octave - 1, isAllowedAside: false) == nil { return nil }
        let order = MaskMaker.Order(path: path, octave: octave, box: box, work: work)
        return try madeAside(order, key, bytes)
      }
      guard budget.allows(bytes + work, canWait: canWait) else { return nil }
      if canWait, try makePage(toPlace: box.size, for: path, octave: octave) { return nil }
      let coverage = rasterizer.coverage(of: path, octave: octave, in: box)
      budget.spend(0, work: work)
      return try keep(Mask(box), key, SoftenedCoverage(coverage, box.size))
    }
    guard let base = reducible(path, bounds, octave: base, canWait: canWait) else { return nil }
    guard budget.allows(bytes + base.levels.count, canWait: canWait) else { return nil }
    if canWait, try makePage(toPlace: box.size, for: path, octave: octave) { return nil }
    budget.spend(0, work: base.levels.count)
    return try keep(Mask(box), key, SoftenedCoverage(base.reduced(to: octave, in: box), box.size))
  }

  /// Returns a mask that another thread has made, or nil as long as it has not.
  private func madeAside(
    _ order: MaskMaker.Order, _ key: ScaledKey, _ bytes: Int
  ) throws(GraphicsError) -> Mask? {
    let maker = usedMaker
    guard let coverage = maker.mask(for: key, order, bytes: bytes) else {
      budget.wait()
      return nil
    }
    guard budget.allows(bytes) else { return nil }
    if try makePage(toPlace: order.box.size, for: order.path, octave: order.octave) { return nil }
    maker.remove(key, bytes: bytes)
    return try keep(Mask(order.box), key, coverage)
  }

  /// Makes a page in a frame that made nothing, where few places are left: else one that makes masks has to make it, too.
  func makePageAhead() throws(GraphicsError) {
    guard budget.limit != nil, budget.isUntouched, scaled.isPrepared,
      scaled.needsPage(toPlace: Self.roomAhead)
    else { return }
    try scaled.makePage(toPlace: Self.roomAhead)
  }

  /// The texels of a mask for which there is a place ahead: a line of a poster on a wall.
  private static let roomAhead = PixelSize(width: 600, height: 160)

  /// To clear a page that the driver has just got from the system takes as long as so many uploads do.
  private static let clearing = 2

  /// Makes a page for a mask that finds no place, where there is another mask to be drawn from meanwhile; it has its place in the
  /// next frame then. To make a long page takes as long as many masks do.
  private func makePage(
    toPlace size: PixelSize, for path: PathContents, octave: Int
  ) throws(GraphicsError) -> Bool {
    guard budget.limit != nil, scaled.needsPage(toPlace: size),
      nearestMask(of: path, octave: octave) != nil
    else { return false }
    // A frame that has made other things leaves it to the next one, which makes it whatever else there is.
    let work = Self.clearing * scaled.pageBytes(holding: size.height)
    if pagePutOff != frame - 1, !budget.allows(work) {
      pagePutOff = frame
    } else {
      try scaled.makePage(toPlace: size)
      budget.spend(0, work: work)
      budget.wait()
    }
    return true
  }

  /// Returns what a path's small masks are made from, or nil when that has to wait for another frame.
  private func reducible(
    _ path: PathContents, _ bounds: Rect, octave: Int, canWait: Bool
  ) -> ReducibleCoverage? {
    let key = ScaledKey(path, octave: octave)
    if let place = reducibles.index(forKey: key) {
      reducibles.values[place].lastUse = frame
      return reducibles.values[place]
    }
    guard let box = PixelRect(bounds, octave: octave) else { return nil }
    if let levels = maker?.takeLevels(for: key) {
      return keep(ReducibleCoverage(octave: octave, box: box, levels: levels), key)
    }
    let work = UploadBudget.rasterizing(path.figure, on: box)
    guard budget.allows(work, canWait: canWait) else {
      // Masks that do not fit in this frame are ready for the next one.
      if makesAside, !canWait {
        usedMaker.askForLevels(MaskMaker.Order(path: path, octave: octave, box: box, work: work), for: key)
      }
      return nil
    }
    budget.spend(0, work: work)
    let levels = rasterizer.coverage(of: path, octave: octave, in: box)
    return keep(ReducibleCoverage(octave: octave, box: box, levels: levels), key)
  }

  private func keep(_ made: ReducibleCoverage, _ key: ScaledKey) -> ReducibleCoverage {
    var made = made
    made.lastUse = frame
    reducibles[key] = made
    reducibleBytes += made.levels.count
    return made
  }

  private var usedMaker: MaskMaker {
    if let maker { return maker }
    let made = MaskMaker()
    maker = made
    return made
  }

  /// Returns the mask of a path that there is, at the power of two nearest to `octave`.
  func nearestMask(of path: PathContents, octave: Int) -> (mask: Mask, octave: Int)? {
    for step in [0, 1, -1, 2, -2, -3, -4, -5, -6] {
      let key = ScaledKey(path, octave: octave + step)
      if let mask = known(scaledMasks[key], scaled) { return (mask, octave + step) }
    }
    return nil
  }

  private func projection(of outline: PixelOutline, by transform: Transform3D) -> Path {
    if let projected, projected.outline == outline { return projected.path }
    let path = outline.figure.path.projected(by: transform)
    projected = (outline, path)
    return path
  }

  private func known(_ mask: Mask?, _ atlas: MaskAtlas) -> Mask? {
    if let mask { atlas.use(mask) }
    return mask
  }

  private func keep(
    _ mask: Mask, _ key: Key, coverage: [UInt8], work: Int = 0
  ) throws(GraphicsError) -> Mask {
    budget.spend(0, work: work)
    let first = coverage.first ?? 0
    // Where all pixels are alike, one stands for all.
    if coverage.allSatisfy({ $0 == first }) {
      try place(mask, key, in: exact, bytes: first == 0 ? [] : [first], size: PixelSize(width: 1, height: 1))
    } else {
      try place(mask, key, in: exact, bytes: coverage, size: mask.size)
    }
    masks[key] = mask
    return mask
  }

  private func keep(
    _ mask: Mask, _ key: ScaledKey, _ coverage: SoftenedCoverage
  ) throws(GraphicsError) -> Mask {
    try place(
      mask, .scaled(key), in: scaled, bytes: coverage.isEmpty ? [] : coverage.bytes, size: mask.size)
    scaledMasks[key] = mask
    return mask
  }

  /// Gives a mask its place; one without bytes covers nothing, and needs none.
  private func place(
    _ mask: Mask, _ key: Key, in atlas: MaskAtlas, bytes: [UInt8], size: PixelSize
  ) throws(GraphicsError) {
    madeCount += 1
    if !bytes.isEmpty {
      let added = try atlas.add(mask, bytes, size: size, key: key)
      forget(added.gone)
      mask.page = added.page
      mask.place = added.place
      budget.spend(bytes.count)
    }
    atlas.use(mask)
  }

  private func forget(_ keys: [Key]) {
    for key in keys {
      if case .scaled(let key) = key { scaledMasks[key] = nil } else { masks[key] = nil }
    }
  }
}

/// The exact coverage of a path at 2 to the power of `octave` pixels a point, from which that at smaller powers is
/// averaged: a pixel there is a square of whole pixels here, so that nothing is lost.
struct ReducibleCoverage {
  let octave: Int
  let box: PixelRect
  let levels: [UInt8]

  /// The longer side, in pixels, that the coverage has at most.
  static let side = 64

  /// The last frame in which it was asked for something.
  var lastUse = 0

  /// Returns the largest power of two at which a box is no longer than so many pixels.
  static func octave(of bounds: Rect, within side: Int = side) -> Int {
    let longer = max(bounds.width, bounds.height)
    guard longer > 0, longer.isFinite else { return 0 }
    var octave = Int(min(max((Double(side) / longer).exponent, -60), 60))
    // Where it begins and ends between whole numbers, it touches a pixel more.
    while let box = PixelRect(bounds, octave: octave), max(box.width, box.height) > side { octave -= 1 }
    return octave
  }

  /// Returns the coverage at a smaller power of two in a box of its pixels.
  func reduced(to smaller: Int, in target: PixelRect) -> [UInt8] {
    let shift = octave - smaller
    precondition(shift >= 0, "coverage is reduced, never enlarged")
    guard let count = target.size.count, count > 0 else { return [] }
    var result = [UInt8](repeating: 0, count: count)
    // Farther than this it is less than a hundredth of a pixel large.
    guard shift <= 12 else { return result }
    var sums = [UInt32](repeating: 0, count: target.width)
    let half = (UInt32(1) << UInt32(2 * shift)) >> 1
    levels.withUnsafeBufferPointer { levels in
      for row in 0..<target.height {
        let first = max((target.y + row) << shift, box.y)
        let last = min((target.y + row + 1) << shift, box.y + box.height)
        guard first < last else { continue }
        for column in sums.indices { sums[column] = 0 }
        for y in first..<last {
          let line = UnsafeBufferPointer(
            rebasing: levels[(y - box.y) * box.width..<(y - box.y + 1) * box.width])
          add(line, to: &sums, in: target, shift)
        }
        for column in sums.indices {
          result[row * target.width + column] = UInt8((sums[column] + half) >> UInt32(2 * shift))
        }
      }
    }
    return result
  }

  /// Adds a row of levels to the sums of the columns that they fall into.
  private func add(
    _ line: UnsafeBufferPointer<UInt8>, to sums: inout [UInt32], in target: PixelRect, _ shift: Int
  ) {
    for column in 0..<target.width {
      let first = max((target.x + column) << shift - box.x, 0)
      let last = min((target.x + column + 1) << shift - box.x, box.width)
      guard first < last else { continue }
      var sum: UInt32 = 0
      for x in first..<last { sum &+= UInt32(line[x]) }
      sums[column] &+= sum
    }
  }
}

extension PixelRect {
  /// Creates the pixels that a rectangle touches at 2 to the power of `octave` pixels a point; nil when they cannot be
  /// counted.
  init?(_ rect: Rect, octave: Int) {
    self.init(rect, .scale(Double(sign: .plus, exponent: octave, significand: 1)))
  }
}
