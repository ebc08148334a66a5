import Colors
import GPU
import Geometry
import Scene

/// The textures of bitmaps, each kept while its bitmap lives and there is room.
final class BitmapStore {
  private final class Entry {
    weak var bitmap: SharedBitmap?
    let texture: Texture
    var hasMipmaps = false
    var lastUse = 0

    init(_ bitmap: SharedBitmap, _ texture: consuming Texture) {
      self.bitmap = bitmap
      self.texture = texture
    }

    /// Smaller copies take a third more.
    var byteCount: Int {
      let bytes = texture.size.width * texture.size.height * 4
      return hasMipmaps ? bytes * 4 / 3 : bytes
    }
  }

  private struct Key: Hashable {
    let bitmap: ObjectIdentifier
    let filter: ImageContents.Filter
    let isTiled: Bool
    /// Whether a shader fill samples it. Such a texture has the size of the bitmap, with the bottom row first.
    let isSampled: Bool
  }

  private let context: GraphicsContext
  private let budget: UploadBudget
  private var entries: [Key: Entry] = [:]
  private var frame = 0

  /// The bytes that textures may take before those that are not being drawn are given up.
  private let limit: Int

  /// Of a small picture too, and three times of a larger one, more textures are kept than are drawn.
  private static let leastLimit = 12 << 20

  /// To make smaller copies takes as long as so many uploads do, where the driver has no graphics card.
  private static let mipmapWork = 8

  init(in context: GraphicsContext, budget: UploadBudget, limit: Int) {
    self.context = context
    self.budget = budget
    self.limit = limit
  }

  var byteCount: Int { entries.values.reduce(0) { $0 + $1.byteCount } }

  /// Begins a frame of a picture so large.
  func startFrame(size: PixelSize) {
    frame += 1
    if entries.contains(where: { $0.value.bitmap == nil }) {
      entries = entries.filter { $0.value.bitmap != nil }
    }
    var total = byteCount
    let limit = min(limit, max(Self.leastLimit, 3 * size.width * size.height * 4))
    guard total > limit else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where total > limit && entry.lastUse < frame - 1 {
      total -= entry.byteCount
      entries[key] = nil
    }
  }

  /// Gives up what was last drawn so many frames ago, and of bitmaps that are not there any more.
  func forget(after frames: Int) {
    entries = entries.filter { $0.value.bitmap != nil && $0.value.lastUse >= frame - frames }
  }

  /// Whether an image is drawn in this frame and does not have to wait for another one.
  func isAtHand(_ image: ImageContents) -> Bool {
    guard budget.limit != nil else { return true }
    return entries[key(of: image)]?.bitmap === image.bitmap
  }

  private func key(of image: ImageContents, isSampled: Bool = false) -> Key {
    Key(
      bitmap: ObjectIdentifier(image.bitmap), filter: image.filter, isTiled: image.tile != nil,
      isSampled: isSampled)
  }

  /// The texture or part of one that an image is drawn from.
  enum Texels {
    case one
    /// The bitmap and halved copies of it.
    case copies
  }

  /// Makes the texture of an image ready for drawing on texture unit 0; returns nil when it can wait and has to, for
  /// another frame. A reduced image (`isReduced`) shows fewer pixels than it has, and reads smaller copies as soon as they
  /// are made; a whole one (`isWhole`) shows one texel per pixel.
  func bind(_ image: ImageContents, isReduced: Bool, isWhole: Bool) throws(GraphicsError) -> Texels? {
    guard let entry = try entry(for: image, key(of: image)) else { return nil }
    // Until there is time for them the bitmap is read as it is.
    let work = Self.mipmapWork * image.bitmap.byteCount
    if isReduced, !entry.hasMipmaps, budget.allows(work) {
      try entry.texture.makeMipmaps()
      entry.hasMipmaps = true
      budget.spend(0, work: work)
    }
    context.bind(entry.texture, unit: 0, readingNearest: isWhole)
    return entry.hasMipmaps ? .copies : .one
  }

  /// Prepares the texture that a shader fill samples on a texture unit, without deferring it.
  func bind(_ image: ImageContents, to unit: Int) throws(GraphicsError) {
    guard let entry = try entry(for: image, key(of: image, isSampled: true)) else { return }
    context.bind(entry.texture, unit: unit)
  }

  /// Returns the texture of a bitmap, creating it if needed; nil if that must wait for another frame.
  private func entry(for image: ImageContents, _ key: Key) throws(GraphicsError) -> Entry? {
    if let known = entries[key], known.bitmap === image.bitmap {
      known.lastUse = frame
      return known
    }
    guard !image.canWait || budget.allows(image.bitmap.byteCount) else { return nil }
    let size = key.isSampled ? image.bitmap.size : Self.textureSize(of: image)
    let texture = try Texture(
      size: size, format: context.pictureFormat,
      filter: image.filter == .linear ? .linear : .nearest, wrap: image.tile == nil ? .clamp : .repeat,
      pixels: pixels(of: image.bitmap.bitmap, on: size, isUp: key.isSampled), in: context)
    let entry = Entry(image.bitmap, texture)
    entry.lastUse = frame
    entries[key] = entry
    budget.spend(image.bitmap.byteCount)
    return entry
  }

  /// Returns how many texels there are of an image: its pixels begin at their origin, and those of its edges go on beyond,
  /// except of what is repeated.
  static func textureSize(of image: ImageContents) -> PixelSize {
    let size = image.bitmap.size
    guard image.tile == nil else { return size }
    return PixelSize(
      width: DriverQuirks.textureSide(of: size.width), height: DriverQuirks.textureSide(of: size.height))
  }

  /// Returns straight pixels as premultiplied ones in the channel order of picture textures, padded to `size`. With
  /// `isUp`, the bottom row is first.
  private func pixels(of bitmap: Bitmap, on size: PixelSize, isUp: Bool) -> [UInt8] {
    let isBlueFirst = context.pictureFormat == .bgra8
    let (columns, rows) = (bitmap.size.width, bitmap.size.height)
    let byteCount = 4 * size.width * size.height
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      bitmap.bytes.withUnsafeBytes { source in
        let result = UnsafeMutableRawBufferPointer(buffer)
        for y in 0..<size.height {
          let row = min(isUp ? size.height - 1 - y : y, rows - 1) * columns
          for x in 0..<size.width {
            let place = 4 * (row + min(x, columns - 1))
            var pixel = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            let alpha = pixel >> 24
            if alpha != 255 { pixel = premultiplied(pixel, alpha) }
            if isBlueFirst { pixel = blueFirst(pixel) }
            result.storeBytes(
              of: pixel.littleEndian, toByteOffset: 4 * (y * size.width + x), as: UInt32.self)
          }
        }
      }
      count = byteCount
    }
  }

  private func premultiplied(_ pixel: UInt32, _ alpha: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { ((((pixel >> shift) & 255) * alpha + 127) / 255) << shift }
    return channel(0) | channel(8) | channel(16) | alpha << 24
  }

  private func blueFirst(_ pixel: UInt32) -> UInt32 {
    pixel & 0xff00_ff00 | (pixel & 255) << 16 | pixel >> 16 & 255
  }
}
