import Colors
import GPU
import Geometry
import Scene
import Typography

/// Turns the items of display lists into rectangles and batches of them.
///
/// It lives as long as its renderer, so that its storage is used again. A frame begins with `startFrame()`; each of the
/// areas that are drawn of it with `start(_:)`, its items follow from back to front, and `endRun()` ends it.
struct Encoder {
  private(set) var instances: [Instance] = []
  private(set) var batches: [Batch] = []
  let stores: RenderStores
  let sheets: MeshSheets
  private let typesetter: Typesetter
  private(set) var target = Target(
    size: PixelSize(width: 1, height: 1), area: nil, scale: 1, technique: .automatic)
  /// The groups that were begun, the innermost last.
  private var groups: [OpenGroup] = []
  private var occlusion = Occlusion()
  /// The items added last, which belong to no batch yet.
  private var run = DrawRun()
  /// Which item of the list is being added.
  private var index = 0
  /// The masks of one path, in storage that is used again.
  var pieces: [MaskStore.Mask] = []

  /// The target of drawing, and its state.
  struct Target {
    let size: PixelSize
    /// The pixels that are drawn; what lies elsewhere stays as it is.
    let area: PixelRect
    let scale: Double
    let technique: PathTechnique
    /// From points of the view to clip space.
    let toClip: Transform3D
    /// From pixels to clip space.
    let pixelsToClip: Transform3D

    /// Creates a target of which an area is drawn, or all.
    init(size: PixelSize, area: PixelRect?, scale: Double, technique: PathTechnique) {
      let whole = PixelRect(size)
      self.size = size
      self.area = area?.intersection(whole) ?? whole
      self.scale = scale
      self.technique = technique
      pixelsToClip = Transform3D.scale(x: 2 / Double(size.width), y: -2 / Double(size.height))
        .concatenating(.translation(x: -1, y: 1))
      toClip = Transform3D.scale(x: scale, y: scale).concatenating(pixelsToClip)
    }
  }

  init(_ stores: RenderStores, sheets: MeshSheets, typesetter: Typesetter) {
    self.stores = stores
    self.sheets = sheets
    self.typesetter = typesetter
  }

  /// Forgets what was encoded, and keeps the storage.
  mutating func startFrame() {
    instances.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
  }

  /// Encodes all of a list for a target.
  mutating func encode(_ list: DisplayList, for target: Target) throws {
    self.target = target
    groups.removeAll(keepingCapacity: true)
    run.start(in: target.size)
    findCovers(in: list)
    for index in list.items.indices { try append(list.items, index) }
    endRun()
    // They keep the pages of masks.
    pieces.removeAll(keepingCapacity: true)
  }

  /// Gives up what the last frame was drawn with.
  mutating func rest() {
    batches.removeAll(keepingCapacity: true)
    run = DrawRun()
  }

  /// Adds an instance that covers no pixel; returns its number.
  mutating func appendNothing() -> Int {
    instances.append(.nothing)
    return instances.count - 1
  }

  var size: PixelSize { target.size }
  var area: PixelRect { target.area }
  var scale: Double { target.scale }

  private struct OpenGroup {
    let item: DisplayList.Item
    /// The pixels that its target holds, whatever part of the picture is drawn: what is not upright depends in its last bits
    /// on where a target begins.
    let box: PixelRect
    /// Those of them that are drawn.
    let area: PixelRect
    let target: GroupTarget
    var mask: GroupTarget?
  }

  /// The pixels that is being drawn into holds.
  private var box: PixelRect { groups.last?.box ?? PixelRect(size) }

  /// Adds an item of a list.
  private mutating func append(_ items: [DisplayList.Item], _ index: Int) throws {
    let item = items[index]
    self.index = index
    // A place that is not finite, as after a division by zero, is not drawn; nor is what changes no level of any channel.
    let isBracket = item.shape.bracket != nil
    guard item.transform.isFinite, isBracket || item.opacity > Encoder.leastOpacity else { return }
    var clip: PixelRect?
    if let rect = item.clip {
      guard rect.isFinite else { return }
      clip = pixels(rect)
    }
    if let area = groups.last?.area ?? partialArea { clip = clip?.intersection(area) ?? area }
    if clip?.size.isEmpty == true, !isBracket { return }
    switch item.shape {
    case .box(let rect, let radius, let fill, let borderWidth, let borderColor):
      // Nothing is seen of what has no colour.
      if borderWidth <= 0 || borderColor.alpha == 0, fill.map({ $0.alpha == 0 }) ?? true { return }
      if radius == 0, borderWidth == 0, let fill, appendFill(fill, rect, item, clip) { return }
      var instance = shaped(item, rect, radius: radius)
      if let fill { instance.fill = SIMD4(premultiplied: fill) }
      instance.shape.y = Float(borderWidth)
      if borderWidth > 0 { instance.stroke = SIMD4(premultiplied: borderColor) }
      appendBox(instance, rect, radius: radius, border: borderWidth, item, clip)
    case .shadow(let shadow, let rect, let radius):
      appendShadow(shadow, under: rect, radius: radius, item, clip)
    case .image(let image, let rect, let radius):
      appendImage(image, in: rect, radius: radius, item, clip)
    case .gradient(let gradient, let rect, let radius):
      guard !gradient.stops.isEmpty else { return }
      appendGradient(gradient, in: rect, radius: radius, item, clip)
    case .shader(let fill, let rect):
      appendShader(fill, in: rect, item, clip)
    case .text(let text, let point):
      try appendText(text, at: point, item, clip)
    case .path(let path):
      try appendPath(path, item, clip)
    case .beginGroup:
      let reach =
        typesetter.reach(ofItemAt: index, in: items, scale: scale)
        // A pixel more on each side, for soft edges.
        .map { pixels($0.outset(by: 1 / scale)) } ?? PixelRect(size)
      try beginGroup(item, reach)
    case .beginMask:
      guard let group = groups.last else { return }
      let mask = try stores.groups.take(group.box.size)
      groups[groups.count - 1].mask = mask
      bracket(.beginMask(mask, box: group.box), group.area)
    case .endGroup:
      endGroup()
    }
  }

  /// Anything fainter rounds to nothing in channels of eight bits.
  private static let leastOpacity = 1.0 / 512

  /// The pixels that are drawn where those are not all.
  private var partialArea: PixelRect? { area == PixelRect(size) ? nil : area }

  private mutating func bracket(_ paint: Batch.Paint, _ clip: PixelRect?) {
    endRun()
    batches.append(Batch(paint: paint, clip: clip, instances: instances.count..<instances.count))
  }

  private mutating func beginGroup(_ item: DisplayList.Item, _ reach: PixelRect) throws {
    let box = reach.intersection(self.box)
    let target = try stores.groups.take(box.size)
    let area = reach.intersection(groups.last?.area ?? area)
    groups.append(OpenGroup(item: item, box: box, area: area, target: target))
    bracket(.beginGroup(target, box: box), area)
  }

  private mutating func endGroup() {
    endRun()
    guard let group = groups.popLast(), case .beginGroup(let cut, let radius, _) = group.item.shape else {
      return
    }
    var clip = group.item.clip.map(pixels) ?? group.area
    clip = clip.intersection(group.area)
    if let area = groups.last?.area { clip = clip.intersection(area) }
    defer {
      stores.groups.giveBack(group.target)
      if let mask = group.mask { stores.groups.giveBack(mask) }
    }
    let first = instances.count
    // From a pixel of what is drawn into now to its texel.
    let (inner, outer) = (group.box, self.box)
    let shift = SIMD4(
      Float(outer.x - inner.x), Float(inner.y + inner.height - outer.y - outer.height), 0, 0)
    let box = cut.flatMap {
      PlacedBox($0, radius: radius, border: 0, place: upright(group.item.transform))
    }
    if let cut {
      var whole = shaped(group.item, cut, radius: radius)
      whole.fill = shift
      if let box, group.mask == nil { appendEdge(of: box, whole, clip) } else { instances.append(whole) }
    } else if group.mask != nil {
      let rect = Rect(group.area)
      var instance = Instance(target.pixelsToClip, quad: rect)
      // Drawn whole: its edge is farther away than any soft edge reaches.
      instance.box = SIMD4(rect.outset(by: 8))
      instance.shape.w = Float(group.item.opacity)
      instance.fill = shift
      instances.append(instance)
    }
    batches.append(
      Batch(
        paint: .endGroup(group.target, mask: group.mask), clip: clip, instances: first..<instances.count))
    guard group.mask == nil else { return }
    if let box {
      box.forEachInside { appendPixels($0.intersection(clip), of: group, clip) }
    } else if cut == nil {
      appendPixels(clip, of: group, clip)
    }
  }

  /// Adds what is seen of the edge of a group's picture.
  private mutating func appendEdge(of box: PlacedBox, _ whole: Instance, _ clip: PixelRect) {
    box.strips.forEach { strip in
      guard isSeen(strip, clip) else { return }
      var instance = whole
      instance.quad = SIMD4(box.points(strip))
      instances.append(instance)
    }
  }

  /// Adds pixels of a group's picture, without those hidden by the largest opaque thing in front.
  private mutating func appendPixels(_ pixels: PixelRect, of group: OpenGroup, _ clip: PixelRect) {
    guard !pixels.size.isEmpty, !occlusion.hides(pixels, of: index) else { return }
    guard let hidden = occlusion.hidden(of: pixels, index: index) else {
      return addPixels(pixels, of: group, clip)
    }
    PlacedBox.Strips(of: pixels, without: hidden).forEach { addPixels($0, of: group, clip) }
  }

  private mutating func addPixels(_ pixels: PixelRect, of group: OpenGroup, _ clip: PixelRect) {
    var instance = Instance(target.pixelsToClip, quad: Rect(pixels))
    let (width, height) = (Float(group.target.size.width), Float(group.target.size.height))
    // Rendered pictures hold the bottom row first.
    instance.texels = SIMD4(
      Float(pixels.x - group.box.x) / width,
      Float(group.box.y + group.box.height - pixels.y) / height, Float(pixels.width) / width,
      -Float(pixels.height) / height)
    instance.fill = SIMD4(repeating: Float(group.item.opacity))
    add(instance, .groupInside(group.target), clip, box: pixels)
  }

  /// Adds a rectangle that covers no pixel beyond `box`, where that is known: it may change places with others.
  mutating func add(_ instance: Instance, _ paint: Batch.Paint, _ clip: PixelRect?, box: PixelRect?) {
    if run.isFull { endRun() }
    run.add(instance, paint, clip: clip, box: box.flatMap { isExact($0) ? $0 : nil })
  }

  /// Adds rectangles that one draw call paints.
  private mutating func add(_ added: [Instance], _ paint: Batch.Paint, _ clip: PixelRect?) {
    guard !added.isEmpty else { return }
    endRun()
    let first = instances.count
    instances += added
    batches.append(Batch(paint: paint, clip: clip, instances: first..<instances.count))
  }

  /// The points by which a rectangle is drawn wider for its soft edge: a pixel.
  private func softness(of item: DisplayList.Item) -> Double {
    1 / max(scale * (item.transform.planeAffine?.maximumScale ?? 1), 1e-9)
  }

  /// Returns a rectangle with rounded corners, drawn one pixel wider for its soft edge.
  func shaped(_ item: DisplayList.Item, _ rect: Rect, radius: Double) -> Instance {
    var instance = Instance(
      item.transform.concatenating(target.toClip), quad: rect.outset(by: softness(of: item)))
    instance.box = SIMD4(rect)
    let limit = min(radius, rect.width / 2, rect.height / 2)
    instance.shape = SIMD4(Float(max(0, limit)), 0, 0, Float(item.opacity))
    put(rect, of: &instance, at: upright(item.transform))
    return instance
  }

  /// Says where an upright layer lies.
  private func put(_ shape: Rect, of instance: inout Instance, at place: AffineTransform?) {
    if let grid = place.flatMap(PixelGrid.init) { instance.put(shape, on: grid, in: box) }
  }

  /// Adds a large opaque rectangle that lies on whole pixels; false for any other.
  private mutating func appendFill(
    _ color: RGBA, _ rect: Rect, _ item: DisplayList.Item, _ clip: PixelRect?
  ) -> Bool {
    guard color.alpha == 1, item.opacity == 1, let place = upright(item.transform) else { return false }
    let seen = Rect(
      place.apply(to: Point(rect.minX, rect.minY)), place.apply(to: Point(rect.maxX, rect.maxY)))
    guard seen.width * seen.height >= Encoder.largeFill, let area = PixelRect(seen, .identity),
      Rect(area) == seen
    else { return false }
    let visible = self.visible(area, clip)
    if !visible.size.isEmpty, !occlusion.hides(visible, of: index) { bracket(.fill(color), visible) }
    return true
  }

  /// The pixels from which on a rectangle is worth a call of its own.
  private static let largeFill = 65536.0

  private mutating func appendShadow(
    _ shadow: Shadow, under rect: Rect, radius: Double, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    let cast = rect.outset(by: shadow.spread).offset(by: shadow.offset)
    let reach = cast.outset(by: 1.5 * shadow.blur + 1 / scale)
    var instance = Instance(item.transform.concatenating(target.toClip), quad: reach)
    instance.box = SIMD4(cast)
    instance.fill = SIMD4(premultiplied: shadow.color)
    let limit = min(radius + shadow.spread, cast.width / 2, cast.height / 2)
    instance.shape = SIMD4(Float(max(0, limit)), 0, Float(shadow.blur), Float(item.opacity))
    put(cast, of: &instance, at: upright(item.transform))
    // Corners that are small beside the blur take a fifth of a level at most from the densest shadow there is.
    let isSoft = Double(instance.shape.x) <= 0.125 * shadow.blur
    appendShadow(instance, .shadow(isSoft: isSoft), reaching: reach, item, clip)
  }

  private mutating func appendGradient(
    _ gradient: Gradient, in rect: Rect, radius: Double, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    let whole = shaped(item, rect, radius: radius)
    let edges = Batch.Paint.gradient(gradient, in: rect, .edges)
    guard let box = PlacedBox(rect, radius: radius, border: 0, place: upright(item.transform)) else {
      return addWhole(whole, rect, edges, item, clip)
    }
    let isOpaque = item.opacity == 1 && gradient.isOpaque
    box.forEachInside { area in
      guard isSeen(area, clip) else { return }
      var inside = whole
      inside.quad = SIMD4(box.points(area))
      add(inside, .gradient(gradient, in: rect, .inside(isOpaque: isOpaque)), clip, box: area)
    }
    addStrips(of: box, whole, edges, clip)
  }

  private mutating func appendShader(
    _ fill: ShaderFill, in rect: Rect, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    guard rect.isFinite else { return }
    guard let place = item.transform.planeAffine, place.b == 0, place.c == 0, place.a > 0, place.d > 0 else {
      return addWhole(
        shaped(item, rect, radius: 0), rect, .shader(fill, isUpright: false), item, clip)
    }
    // Not kept within the target: what lies outside is cut off, never squeezed in.
    let area = PixelRect(
      covering: Rect(
        place.apply(to: Point(rect.minX, rect.minY)), place.apply(to: Point(rect.maxX, rect.maxY))),
      scale: scale, within: -Encoder.farthest...Encoder.farthest, -Encoder.farthest...Encoder.farthest)
    guard !area.size.isEmpty else { return }
    guard fill.cells.isEmpty else {
      let cells = PlacedCells(fill.cells, in: area, target.pixelsToClip)
      add(cells.cubics, .cubic, clip)
      return add(cells.others, .shader(fill, isUpright: true), clip)
    }
    var instance = Instance(target.pixelsToClip, quad: Rect(area))
    instance.texels = SIMD4(placesOver: area.size, isUp: false)
    add(instance, .shader(fill, isUpright: true), clip, box: area)
  }

  private mutating func appendText(
    _ text: TextContents, at point: Point, _ item: DisplayList.Item, _ clip: PixelRect?
  ) throws {
    if let place = item.transform.upright(scale: scale), place.a == place.d {
      guard let start = LetterPlace(point, on: place) else { return }
      let mask = try stores.masks.mask(of: text, scale: place.a, phase: start.phase, typesetter: typesetter)
      addMask(mask, x: start.column, y: start.row, text.color, item, clip)
    } else {
      // Text that is turned or seen in perspective: one mask at the view's scale, laid on the layer.
      let mask = try stores.masks.mask(of: text, scale: scale, phase: 0, typesetter: typesetter)
      let quad = Rect(
        x: point.x + Double(mask.left) / scale, y: point.y + Double(mask.top) / scale,
        width: Double(mask.size.width) / scale, height: Double(mask.size.height) / scale)
      addMask(
        mask, Instance(item.transform.concatenating(target.toClip), quad: quad), box: reach(of: quad, item),
        text.color, item, clip)
    }
  }

  /// Makes batches of what belongs to none yet.
  mutating func endRun() {
    var first = instances.count
    run.append(to: &instances)
    for share in run.shares {
      batches.append(Batch(paint: share.paint, clip: share.clip, instances: first..<first + share.count))
      first += share.count
    }
    run.removeAll()
  }

  /// Adds a mask whose texels fall on pixels of the target.
  mutating func addMask(
    _ mask: MaskStore.Mask, x: Double, y: Double, _ color: RGBA, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    let quad = Rect(
      x: x + Double(mask.left), y: y + Double(mask.top), width: Double(mask.size.width),
      height: Double(mask.size.height))
    addMask(
      mask, Instance(target.pixelsToClip, quad: quad), box: PixelRect(quad, .identity), color, item, clip)
  }

  private mutating func addMask(
    _ mask: MaskStore.Mask, _ placed: Instance, box: PixelRect?, _ color: RGBA, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    guard let page = mask.page else { return }
    var instance = placed
    instance.texels = SIMD4(mask.place, of: page.size)
    addMask(on: page, instance, box: box, color, item, clip)
  }

  /// Adds a mask that covers no pixel beyond `box`, where that is known.
  mutating func addMask(
    on page: MaskPage, _ placed: Instance, box: PixelRect?, _ color: RGBA, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    var instance = placed
    instance.fill = SIMD4(premultiplied: color)
    instance.shape.w = Float(item.opacity)
    if let box, !isSeen(box, clip) { return }
    add(instance, .mask(page), clip, box: box)
  }

  /// Returns the pixels that a rectangle of a layer reaches; nil where they cannot be counted.
  private func reach(of rect: Rect, _ item: DisplayList.Item) -> PixelRect? {
    let box = item.transform.boundingBox(of: rect)
    return PixelRect(
      left: box.minX * scale, top: box.minY * scale, right: box.maxX * scale, bottom: box.maxY * scale)
  }

  /// Adds a rectangle with a soft edge, drawn whole.
  mutating func addWhole(
    _ whole: Instance, _ rect: Rect, _ paint: Batch.Paint, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    add(whole, paint, clip, box: reach(of: rect.outset(by: softness(of: item)), item))
  }

  /// Returns what is seen of some pixels of the target.
  private func visible(_ area: PixelRect, _ clip: PixelRect?) -> PixelRect {
    area.intersection(clip ?? self.area).intersection(self.area)
  }

  /// Whether something is seen of what the present item draws on some pixels.
  func isSeen(_ area: PixelRect, _ clip: PixelRect?) -> Bool {
    let visible = visible(area, clip)
    return !visible.size.isEmpty && !occlusion.hides(visible, of: index)
  }

  /// Adds a rectangle, what lies inside it by a program that computes no edge.
  private mutating func appendBox(
    _ whole: Instance, _ rect: Rect, radius: Double, border: Double, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    guard let box = PlacedBox(rect, radius: radius, border: border, place: upright(item.transform)) else {
      return addWhole(whole, rect, .box, item, clip)
    }
    if whole.fill.w > 0 {
      box.forEachInside { area in
        guard isSeen(area, clip) else { return }
        var inside = Instance(target.pixelsToClip, quad: Rect(area))
        inside.fill = whole.fill * Float(item.opacity)
        add(inside, .flat(isOpaque: inside.fill.w == 1), clip, box: area)
      }
    }
    addStrips(of: box, whole, .box, clip)
  }

  /// Adds the strips along the edge of a rectangle.
  mutating func addStrips(
    of box: PlacedBox, _ whole: Instance, _ paint: Batch.Paint, _ clip: PixelRect?,
    _ prepare: (inout Instance) -> Void = { _ in }
  ) {
    box.strips.forEach { strip in
      guard isSeen(strip, clip) else { return }
      var instance = whole
      instance.quad = SIMD4(box.points(strip))
      prepare(&instance)
      add(instance, paint, clip, box: strip)
    }
  }

  /// Adds a shadow without the part hidden by the largest opaque thing in front, which is usually the thing that
  /// casts it.
  private mutating func appendShadow(
    _ whole: Instance, _ paint: Batch.Paint, reaching reach: Rect, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    guard let place = upright(item.transform), let area = PixelRect(reach, place) else {
      return add(whole, paint, clip, box: self.reach(of: reach, item))
    }
    let visible = visible(area, clip)
    guard let hidden = occlusion.hidden(of: visible, index: index) else {
      return add(whole, paint, clip, box: area)
    }
    PlacedBox.Strips(of: visible, without: hidden).forEach { strip in
      var instance = whole
      instance.quad = SIMD4(strip.points(place))
      add(instance, paint, clip, box: strip)
    }
  }

  // MARK: Occlusion

  /// Finds the opaque rectangles of a list; what they hide is then not drawn.
  private mutating func findCovers(in list: DisplayList) {
    occlusion.start()
    for index in list.items.indices.reversed() {
      switch list.items[index].shape {
      case .endGroup: occlusion.endGroup()
      case .beginMask: occlusion.beginMask(at: index)
      case .beginGroup: occlusion.beginGroup(at: index)
      case .path, .text, .shadow: break
      case .box, .image, .gradient, .shader:
        let item = list.items[index]
        guard item.opacity == 1, item.transform.isFinite, item.clip?.isFinite ?? true,
          let cover = cover(item)
        else { continue }
        occlusion.add(visible(cover, item.clip.map(pixels)), index: index)
      }
    }
  }

  /// Returns the pixels on which nothing is seen of what lies behind an item.
  private func cover(_ item: DisplayList.Item) -> PixelRect? {
    switch item.shape {
    case .box(let rect, let radius, let fill?, let border, _) where fill.alpha == 1:
      PlacedBox(rect, radius: radius, border: border, place: upright(item.transform))?.inside
    case .image(let image, let rect, let radius)
    where image.bitmap.isOpaque && stores.bitmaps.isAtHand(image):
      PlacedBox(rect, radius: radius, border: 0, place: upright(item.transform))?.inside
    case .gradient(let gradient, let rect, let radius)
    where gradient.isOpaque:
      PlacedBox(rect, radius: radius, border: 0, place: upright(item.transform))?.inside
    case .shader(let fill, let rect) where fill.isOpaque:
      PlacedBox(rect, radius: 0, border: 0, place: upright(item.transform))?.inside
    default: nil
    }
  }

  /// The mapping to pixels of the target, when it turns and shears nothing, as `PixelGrid` rounds it.
  func upright(_ transform: Transform3D) -> AffineTransform? { transform.upright(scale: scale)?.onGrid }

  /// Returns the whole pixels that a rectangle of the view covers, kept within the target.
  private func pixels(_ rect: Rect) -> PixelRect { PixelRect(covering: rect, scale: scale, in: size) }

  /// Whether a rectangle of so many pixels is drawn on these and no others, as numbers are rounded.
  private func isExact(_ box: PixelRect) -> Bool {
    min(box.x, box.y) > -Encoder.farthest && max(box.x + box.width, box.y + box.height) < Encoder.farthest
  }

  /// The largest coordinate of a pixel; a Float still holds all whole numbers up to it.
  private static let farthest = 1 << 22
}

extension SIMD4<Float> {
  /// Creates the texture coordinates of a rectangle of texels.
  init(_ texels: PixelRect, of texture: PixelSize) {
    let (width, height) = (Float(texture.width), Float(texture.height))
    self.init(
      Float(texels.x) / width, Float(texels.y) / height, Float(texels.width) / width,
      Float(texels.height) / height)
  }
}

extension Transform3D {
  /// Whether all of its sixteen numbers are.
  fileprivate var isFinite: Bool {
    let rows = self.rows
    // A value that is not finite times 0 is not a number.
    return (rows.0 + rows.1 + rows.2 + rows.3) * 0 == .zero
  }
}

extension Gradient {
  /// Whether there are colours, and nothing is seen through any of them.
  fileprivate var isOpaque: Bool { !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 1 } }
}

extension Rect {
  init(_ pixels: PixelRect) {
    self.init(
      x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width), height: Double(pixels.height))
  }

  var isFinite: Bool { origin.isFinite && width.isFinite && height.isFinite }
}
