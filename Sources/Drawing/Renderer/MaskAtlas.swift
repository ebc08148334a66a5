import GPU
import Geometry

/// Coverage masks side by side on pages, as many as needed; what was not used for a while gives its place to others before
/// another page is made, and pages that were not used for longest are used anew when there are too many.
final class MaskAtlas {
  let format: Texture.Format

  private let context: GraphicsContext
  private let filter: Texture.Filter

  /// The size of the largest page that many masks share.
  private let shared: PixelSize

  /// The rows of the first page. Each other one has at least twice as many, and a quarter as many as all before it together,
  /// rounded down to a power of two. A driver without a graphics card clears a page when it is made, which takes longer than a
  /// frame for a long one.
  private let firstRows: Int

  /// After so many frames without it a mask gives its place to another one that finds none.
  private let keptFrames: Int

  /// The bytes of pages above which unused masks are evicted.
  private var limit: Int

  private var pages: [MaskPage] = []

  /// The page that is being filled: masks that are made together lie together, so that few calls draw them.
  private var current: MaskPage?
  private var frame = 0

  init(
    format: Texture.Format, filter: Texture.Filter, page: PixelSize, firstRows: Int, keptFrames: Int,
    limit: Int, in context: GraphicsContext
  ) {
    self.format = format
    self.filter = filter
    let most = context.maximumTextureSize
    shared = PixelSize(width: min(page.width, most), height: min(page.height, most))
    self.firstRows = firstRows
    self.keptFrames = keptFrames
    self.limit = limit
    self.context = context
  }

  var byteCount: Int { pages.reduce(0) { $0 + $1.byteCount } }

  /// Whether pages take more than half of what they may.
  var isHalfFull: Bool { 2 * byteCount > limit }

  /// Returns the size of the next page when it holds a mask of so many rows: a power of two where it can be, so that no place
  /// on it is rounded.
  private func sharedPage(holding height: Int) -> PixelSize {
    let before = pages.reduce(0) { $1.size.width == shared.width ? $0 + $1.size.height : $0 }
    let wanted = before == 0 ? 0 : min(max(2 * firstRows, before / 4), mostRows)
    var rows = firstRows
    while rows < height || 2 * rows <= wanted { rows *= 2 }
    return PixelSize(width: shared.width, height: min(rows, shared.height))
  }

  /// The rows of the longest page: none but the shortest takes more than a third of what all may, so that some can go and
  /// others stay.
  private var mostRows: Int {
    var rows = firstRows
    while 3 * 2 * rows * shared.width * format.bytesPerPixel <= limit { rows *= 2 }
    return min(rows, shared.height)
  }

  private func isTooLong(_ page: MaskPage) -> Bool {
    page.size.width == shared.width && page.size.height > mostRows
  }

  private var nextBytes: Int { pageBytes(holding: 0) }

  /// Begins a frame, and makes room for what will be new in it, where pages take more than `limit` bytes; returns the keys of
  /// masks that are gone.
  func startFrame(limit: Int) -> [MaskStore.Key] {
    frame += 1
    self.limit = limit
    var gone: [MaskStore.Key] = []
    let before = frame - 1
    // Where the picture was larger before.
    if let page = current, isTooLong(page) { current = nil }
    while let long = pages.firstIndex(where: { isTooLong($0) && $0.lastUse < before }) {
      gone += remove(long)
    }
    while byteCount > limit, let oldest = leastRecent(before: before) { gone += remove(oldest) }
    // A page with only a few used masks is evicted as well when room is short. The page that is being filled stays,
    // or new masks would be made again in every frame.
    let isShort = byteCount + nextBytes > limit
    if isShort, leastRecent(before: before) == nil,
      let sparse = pages.indices.filter({ pages[$0] !== current })
        .min(by: { pages[$0].usedBytes < pages[$1].usedBytes }),
      pages[sparse].usedBytes * 4 < pages[sparse].byteCount
    {
      gone += pages[sparse].removeAll()
    }
    for page in pages { page.usedBytes = 0 }
    return gone
  }

  /// Gives up pages that were last drawn from so many frames ago, and a large one that was filled before and of which little
  /// was drawn since: that finds its place on another one. `usedTexels` says how much. Returns the keys of masks that are
  /// gone.
  func forget(after frames: Int, usedTexels: [ObjectIdentifier: Int]) -> [MaskStore.Key] {
    var gone: [MaskStore.Key] = []
    while let oldest = leastRecent(before: frame - frames) { gone += remove(oldest) }
    let sparse = pages.firstIndex {
      $0.lastAddition < frame - frames && $0.byteCount >= Self.largeBytes
        && usedTexels[ObjectIdentifier($0), default: 0] * 8 < $0.size.width * $0.size.height
    }
    if let sparse { gone += remove(sparse) }
    return gone
  }

  /// The bytes of a page from which on it is worth while to draw little of it anew.
  private static let largeBytes = 4 << 20

  /// Takes note that a mask is drawn in this frame, so that it is kept.
  func use(_ mask: MaskStore.Mask) {
    guard mask.lastUse != frame else { return }
    mask.lastUse = frame
    guard let page = mask.page else { return }
    page.lastUse = frame
    page.usedBytes += mask.place.width * mask.place.height * format.bytesPerPixel
  }

  /// Whether a mask was drawn in this frame or the one before.
  func isRecent(_ mask: MaskStore.Mask) -> Bool { mask.lastUse >= frame - 1 }

  /// Whether a mask of so many texels finds no place on the pages, and there is room for another one.
  func needsPage(toPlace size: PixelSize) -> Bool {
    size.width <= shared.width && size.height <= mostRows && current?.hasPlace(for: size) != true
      && byteCount + nextBytes <= limit && otherPage(for: size) == nil
  }

  /// Returns a page on which a mask finds a place once what has not been drawn for a while gives up its own.
  private func otherPage(for size: PixelSize) -> MaskPage? {
    pages.first {
      $0.size.width == shared.width && !isTooLong($0)
        && $0.hasPlace(for: size, withoutWhatWasLastUsedBefore: frame - keptFrames)
    }
  }

  /// Returns the bytes of the next page when it holds a mask of so many rows.
  func pageBytes(holding height: Int) -> Int {
    let page = sharedPage(holding: height)
    return page.width * page.height * format.bytesPerPixel
  }

  /// Makes a page on which a mask of so many texels finds a place in the next frame.
  func makePage(toPlace size: PixelSize) throws(GraphicsError) {
    let made = try page(of: sharedPage(holding: size.height))
    made.lastUse = frame
    current = made
  }

  /// Finds a place for a mask's texels and uploads them; returns the keys of masks that had to go.
  func add(
    _ mask: MaskStore.Mask, _ coverage: [UInt8], size: PixelSize, key: MaskStore.Key
  ) throws(GraphicsError) -> (page: MaskPage, place: PixelRect, gone: [MaskStore.Key]) {
    var gone: [MaskStore.Key] = []
    var found =
      size.width > shared.width || size.height > shared.height
      ? try page(of: size).placing(size) : current?.placing(size)
    if found == nil, let page = otherPage(for: size) {
      if !page.hasPlace(for: size) { gone = page.removeAll(lastUsedBefore: frame - keptFrames) }
      current = page
      found = page.placing(size)
    }
    if found == nil, byteCount + nextBytes > limit, let oldest = leastRecent(before: frame) {
      if pages[oldest].size.width == shared.width, pages[oldest].size.height >= size.height {
        gone = pages[oldest].removeAll()
        current = pages[oldest]
      } else {
        gone = remove(oldest)
      }
      found = current?.placing(size)
    }
    if found == nil {
      current = try page(of: sharedPage(holding: size.height))
      found = current?.placing(size)
    }
    guard let (page, place) = found else { preconditionFailure("a new page has room for a mask") }
    try page.texture.upload(coverage, to: place)
    page.hold(mask, key: key)
    page.lastAddition = frame
    return (page, place, gone)
  }

  /// Whether there is a page.
  var isPrepared: Bool { !pages.isEmpty }

  /// Makes the first page ready, twice as long as one that is made while something waits for it.
  func prepare() throws(GraphicsError) {
    if !isPrepared { current = try page(of: sharedPage(holding: min(2 * firstRows, mostRows))) }
  }

  private func page(of size: PixelSize) throws(GraphicsError) -> MaskPage {
    let page = MaskPage(try Texture(size: size, format: format, filter: filter, in: context))
    pages.append(page)
    return page
  }

  /// The page that was not used for longest, if that was not since a frame.
  private func leastRecent(before frame: Int) -> Int? {
    let oldest = pages.indices.min { pages[$0].lastUse < pages[$1].lastUse }
    return oldest.flatMap { pages[$0].lastUse < frame ? $0 : nil }
  }

  private func remove(_ index: Int) -> [MaskStore.Key] {
    let page = pages.remove(at: index)
    if current === page { current = nil }
    return page.removeAll()
  }
}

/// A texture with masks on it.
final class MaskPage {
  /// A mask with what it was made from.
  private struct Entry {
    let mask: MaskStore.Mask
    let key: MaskStore.Key

    /// The row at which its shelf begins.
    var row: Int { mask.place.y }
  }

  let texture: Texture
  private var packer: ShelfPacker
  private var entries: [Entry] = []

  /// The last frame in which a mask of the page was drawn.
  var lastUse = 0

  /// The last frame in which a mask was put on the page.
  var lastAddition = 0

  /// The bytes of the masks that were drawn in this frame.
  var usedBytes = 0

  init(_ texture: consuming Texture) {
    packer = ShelfPacker(texture.size)
    self.texture = texture
  }

  var size: PixelSize { texture.size }
  var byteCount: Int { size.width * size.height * texture.format.bytesPerPixel }

  /// Whether its masks are softened, to be drawn at other scales than their own.
  var isSoftened: Bool { texture.format == .rg8 }

  func hasPlace(for size: PixelSize) -> Bool { packer.hasPlace(for: size) }

  /// Whether there is a place once the shelves are empty of which no mask has been drawn since a frame.
  func hasPlace(for size: PixelSize, withoutWhatWasLastUsedBefore frame: Int) -> Bool {
    if packer.hasPlace(for: size) { return true }
    let used = usedShelves(since: frame)
    return packer.hasPlace(for: size) { !used.contains($0) }
  }

  func placing(_ size: PixelSize) -> (page: MaskPage, place: PixelRect)? {
    packer.place(size).map { (self, $0) }
  }

  /// Takes note of a mask that is given the place that was found for it.
  func hold(_ mask: MaskStore.Mask, key: MaskStore.Key) {
    entries.append(Entry(mask: mask, key: key))
  }

  /// Frees all places; returns what they held.
  func removeAll() -> [MaskStore.Key] {
    packer.removeAll()
    defer { entries.removeAll(keepingCapacity: true) }
    return entries.map(\.key)
  }

  /// Empties the shelves of which no mask has been drawn since a frame; returns what they held.
  func removeAll(lastUsedBefore frame: Int) -> [MaskStore.Key] {
    let used = usedShelves(since: frame)
    packer.giveUp { !used.contains($0) }
    defer { entries.removeAll { !used.contains($0.row) } }
    return entries.filter { !used.contains($0.row) }.map(\.key)
  }

  /// The rows at which shelves begin with masks that have been drawn since a frame.
  private func usedShelves(since frame: Int) -> Set<Int> {
    Set(entries.lazy.filter { $0.mask.lastUse >= frame }.map(\.row))
  }
}
