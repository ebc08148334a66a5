import Colors
import Geometry

/// Walks a layer tree and writes down what is to be drawn.
struct DisplayRecorder: Sendable {
  /// Layers whose drawing order is being found, a stretch for each level of the tree. Empty between recordings.
  private var pending: [Pending] = []

  /// A layer by its place among its siblings, what is seen of it, and what siblings are sorted by.
  private struct Pending {
    let place: Int
    var values: LayerValues
    let depth: Double
  }

  /// The values that a layer inherits from those above it.
  private struct Surroundings {
    /// From the superlayer's sublayer space to the view.
    var space: Transform3D
    /// Whether depth is lost on the way into that space.
    var isFlat: Bool
    /// From the superlayer's own space into the sublayer space.
    var mapping: Transform3D
    var opacity: Double
    var clip: Rect?
    /// Whether something above is being moved.
    var isMoving: Bool
    /// Whether the superlayer is laid out from right to left.
    var isMirrored: Bool
  }

  /// The time of the recording, or 0.
  private var time = 0.0
  /// The place of the pointer in the view, or nil.
  private var pointer: Point?
  /// Whether the recording contains content that changes with time.
  private(set) var readsTime = false

  mutating func append(
    _ root: Layer, at time: Double?, pointer: Point?, to items: inout [DisplayList.Item]
  ) {
    (self.time, self.pointer, readsTime) = (time ?? 0, pointer, false)
    let around = Surroundings(
      space: .identity, isFlat: false, mapping: .identity, opacity: 1, clip: nil, isMoving: false,
      isMirrored: root.superlayer?.isMirrored ?? false)
    append(root, at: time, in: around, to: &items)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func append(
    _ layer: Layer, at time: Double?, in around: Surroundings, to items: inout [DisplayList.Item]
  ) {
    guard let time, layer.isAnimated else {
      return append(layer, &layer.model, at: time, in: around, to: &items)
    }
    var values = layer.presentation(at: time)
    append(layer, &values, at: time, in: around, to: &items)
  }

  /// Appends what a layer shows with some values. Nothing is written to them, here or below; `inout` lets them be read where they
  /// are. They take hundreds of bytes, and to copy those takes longer than to find out what of them is drawn.
  private mutating func append(
    _ layer: Layer, _ values: inout LayerValues, at time: Double?, in around: Surroundings,
    to items: inout [DisplayList.Item]
  ) {
    guard !values.isHidden, values.opacity > 0 else { return }
    var transform = values.transformToSuperlayer.concatenating(around.mapping)
    if around.isFlat { transform = transform.flattened }
    transform = transform.concatenating(around.space)
    let isMirrored = layer.layoutDirection.isMirrored(in: { around.isMirrored })
    if isMirrored != around.isMirrored { transform = values.reflection.concatenating(transform) }
    // The layer in its reflected place, but not its mirror image.
    let upright = isMirrored ? values.reflection.concatenating(transform) : transform
    let isMoving = around.isMoving || layer.moves(at: time)
    if layer.keepsDepth {
      let inner = Surroundings(
        space: transform, isFlat: false, mapping: values.sublayerMapping,
        opacity: around.opacity * values.opacity, clip: around.clip, isMoving: isMoving,
        isMirrored: isMirrored)
      return appendSublayers(of: layer, at: time, in: inner, to: &items)
    }
    if !values.isDoubleSided && upright.showsBack(of: values.bounds) { return }

    var opacity = around.opacity * values.opacity
    var clip = around.clip
    let needsRoundCut = values.masksToBounds && (values.cornerRadius > 0 || !transform.isUpright)
    if values.masksToBounds {
      guard let visible = transform.boundingBox(of: values.bounds).intersecting(clip) else { return }
      clip = visible
    }
    // Each look at it is a copy.
    let contents = values.contents
    let hasContents = contents != nil
    let hasInside = hasContents || !layer.sublayers.isEmpty
    let isCut = needsRoundCut && hasInside
    // The shadow lies outside of what is cut off, but fades and is masked with the rest.
    let innerCut = isCut && values.shadow != nil
    let outerCut = isCut && !innerCut
    let isGroup =
      layer.mask != nil || outerCut
      || (opacity < 1 && (innerCut || needsOnePicture(layer, &values, contents)))
    let begin = items.count
    if isGroup {
      items.append(
        DisplayList.Item(
          shape: .beginGroup(
            cutTo: outerCut ? values.bounds : nil, radius: outerCut ? values.cornerRadius : 0, area: nil),
          transform: upright, opacity: opacity, clip: around.clip))
      opacity = 1
    }
    appendOwnShapes(&values, hasContents: hasContents, upright, opacity, around.clip, to: &items)
    let innerBegin = items.count
    if innerCut {
      items.append(
        DisplayList.Item(
          shape: .beginGroup(cutTo: values.bounds, radius: values.cornerRadius, area: nil),
          transform: upright, opacity: 1, clip: around.clip))
    }
    if let contents {
      appendContents(
        isMirrored ? contents.reflected : contents, of: &values, contents.isReflectable ? transform : upright,
        opacity, clip, isMoving: isMoving, to: &items)
    }
    let inner = Surroundings(
      space: transform, isFlat: true,
      // Most layers have nothing in them to be mapped.
      mapping: layer.sublayers.isEmpty && layer.mask == nil ? .identity : values.sublayerMapping,
      opacity: opacity, clip: clip, isMoving: isMoving, isMirrored: isMirrored)
    appendSublayers(of: layer, at: time, in: inner, to: &items)
    if innerCut { endGroup(begunAt: innerBegin, upright, &items) }
    if hasContents { appendBorder(&values, upright, opacity, around.clip, to: &items) }
    guard isGroup else { return }
    if let mask = layer.mask {
      items.append(DisplayList.Item(shape: .beginMask, transform: upright, opacity: 1, clip: nil))
      var unmasked = inner
      unmasked.clip = nil
      append(mask, at: time, in: unmasked, to: &items)
    }
    endGroup(begunAt: begin, upright, &items)
  }

  /// Whether parts of the layer would be seen through each other, were each faded by itself.
  private func needsOnePicture(
    _ layer: Layer, _ values: inout LayerValues, _ contents: Contents?
  ) -> Bool {
    if !layer.sublayers.isEmpty { return true }
    let hasBackground = values.backgroundColor != nil
    let hasShadow = values.shadow != nil
    switch contents {
    case .shader: return true
    case nil: return hasBackground && hasShadow
    default: return hasBackground || hasShadow || values.borderWidth > 0
    }
  }

  /// Ends a group and notes which part of the view it needs; one of a single thing needs no picture of its own.
  private func endGroup(begunAt begin: Int, _ transform: Transform3D, _ items: inout [DisplayList.Item]) {
    guard case .beginGroup(let cut, let radius, _) = items[begin].shape else { return }
    if items.count == begin + 1 {
      items.removeLast()
      return
    }
    if cut == nil, items.count == begin + 2, items[begin + 1].shape.knowsOpacity {
      items[begin + 1].opacity *= items[begin].opacity
      items.remove(at: begin)
      return
    }
    var area: Rect? = Rect.zero
    var isEmpty = true
    for index in (begin + 1)..<items.count {
      if case .beginMask = items[index].shape { break }
      guard let known = area else { break }
      guard let box = items.reach(at: index) else {
        area = nil
        break
      }
      area = isEmpty ? box : known.union(box)
      isEmpty = false
    }
    if let cut {
      let box = transform.boundingBox(of: cut)
      area = area.map { $0.intersection(box) ?? .zero } ?? box
    }
    items[begin].shape = .beginGroup(cutTo: cut, radius: radius, area: area)
    items.append(DisplayList.Item(shape: .endGroup, transform: transform, opacity: 1, clip: nil))
  }

  private mutating func appendSublayers(
    of layer: Layer, at time: Double?, in inner: Surroundings, to items: inout [DisplayList.Item]
  ) {
    guard !layer.sublayers.isEmpty else { return }
    // Nearly all lie in the order of their list.
    if !layer.keepsDepth, layer.sublayers.allSatisfy({ $0.isAlwaysLevel }) {
      for sublayer in layer.sublayers where !sublayer.isAlwaysHidden {
        append(sublayer, at: time, in: inner, to: &items)
      }
      return
    }
    let start = pending.count
    var isSorted = true
    for (place, sublayer) in layer.sublayers.enumerated() {
      let values = sublayer.values(at: time)
      let depth = layer.keepsDepth ? values.depth(through: inner.mapping) : values.zPosition
      if pending.count > start, depth < pending[pending.count - 1].depth { isSorted = false }
      pending.append(Pending(place: place, values: values, depth: depth))
    }
    // An insertion sort keeps the order of equals and needs no storage of its own.
    if !isSorted {
      for place in (start + 1)..<pending.count {
        var hole = place
        while hole > start && pending[hole - 1].depth > pending[hole].depth {
          pending.swapAt(hole - 1, hole)
          hole -= 1
        }
      }
    }
    let end = pending.count
    for place in start..<end {
      var next = pending[place]
      append(layer.sublayers[next.place], &next.values, at: time, in: inner, to: &items)
    }
    pending.removeLast(end - start)
  }

  // MARK: A layer's own drawing

  private func appendOwnShapes(
    _ values: inout LayerValues, hasContents: Bool, _ transform: Transform3D, _ opacity: Double,
    _ clip: Rect?, to items: inout [DisplayList.Item]
  ) {
    let (bounds, radius, border) = (values.bounds, values.cornerRadius, values.borderWidth)
    if let shadow = values.shadow {
      items.append(
        .init(
          shape: .shadow(shadow, under: bounds, radius: radius), transform: transform, opacity: opacity,
          clip: clip))
    }
    let hasBorder = border > 0 && !hasContents
    if values.backgroundColor != nil || hasBorder {
      items.append(
        .init(
          shape: .box(
            bounds, radius: radius, fill: values.backgroundColor, borderWidth: hasBorder ? border : 0,
            borderColor: values.borderColor),
          transform: transform, opacity: opacity, clip: clip))
    }
  }

  private mutating func appendContents(
    _ contents: Contents, of values: inout LayerValues, _ transform: Transform3D, _ opacity: Double,
    _ clip: Rect?, isMoving: Bool, to items: inout [DisplayList.Item]
  ) {
    let (bounds, radius) = (values.bounds, values.cornerRadius)
    let shape: DisplayList.Shape
    switch contents {
    case .image(let image): shape = .image(image, in: bounds, radius: radius)
    case .gradient(let gradient): shape = .gradient(gradient, in: bounds, radius: radius)
    case .shader(let fill): shape = .shader(resolved(fill, in: bounds, transform), in: bounds)
    case .text(let text): shape = .text(text, at: Point(bounds.minX, bounds.minY + text.baseline))
    case .path(let path):
      let item = DisplayList.Item(
        shape: .path(path), transform: transform, opacity: opacity, clip: clip, isMoving: isMoving)
      return items.append(item)
    }
    items.append(.init(shape: shape, transform: transform, opacity: opacity, clip: clip))
  }

  /// Returns a fill with the time, the size and the pointer resolved to numbers.
  private mutating func resolved(
    _ fill: ShaderFill, in bounds: Rect, _ transform: Transform3D
  ) -> ShaderFill {
    if fill.readsTime { readsTime = true }
    let place = fill.readsPointer ? pointer.flatMap(transform.unproject) : nil
    return fill.resolved(at: time, in: bounds, pointer: place)
  }

  /// A border lies over contents; without contents it was drawn with the background.
  private func appendBorder(
    _ values: inout LayerValues, _ transform: Transform3D, _ opacity: Double, _ clip: Rect?,
    to items: inout [DisplayList.Item]
  ) {
    guard values.borderWidth > 0 else { return }
    items.append(
      .init(
        shape: .box(
          values.bounds, radius: values.cornerRadius, fill: nil, borderWidth: values.borderWidth,
          borderColor: values.borderColor),
        transform: transform, opacity: opacity, clip: clip))
  }
}

extension Contents {
  /// Whether the contents of a mirrored layer are drawn as a mirror image; the others are only in another place.
  fileprivate var isReflectable: Bool {
    switch self {
    case .path, .shader: true
    case .image, .gradient, .text: false
    }
  }

  /// The contents from right to left: a gradient that is drawn upright runs the other way.
  fileprivate var reflected: Contents {
    guard case .gradient(var gradient) = self else { return self }
    switch gradient.shape {
    case .linear(let start, let end):
      gradient.shape = .linear(start: Point(1 - start.x, start.y), end: Point(1 - end.x, end.y))
    case .radial(let center, let radius):
      gradient.shape = .radial(center: Point(1 - center.x, center.y), radius: radius)
    }
    return .gradient(gradient)
  }
}

extension Layer {
  /// Whether it stands in the plane of its superlayer, and no animation moves it out of that.
  fileprivate var isAlwaysLevel: Bool { model.zPosition == 0 && !animations.contains(where: \.reorders) }

  /// Whether it is hidden, and no animation shows it.
  fileprivate var isAlwaysHidden: Bool { !isAnimated && model.isHidden }
}

extension Transform3D {
  /// Whether upright rectangles stay upright and nothing has perspective.
  var isUpright: Bool { m12 == 0 && m21 == 0 && m14 == 0 && m24 == 0 && m44 == 1 }

  /// Returns the upright box around a rectangle after the mapping; all of the plane when a part of it is not
  /// before the eye.
  package func boundingBox(of rect: Rect) -> Rect {
    guard let a = project(Point(rect.minX, rect.minY)), let b = project(Point(rect.maxX, rect.minY)),
      let c = project(Point(rect.maxX, rect.maxY)), let d = project(Point(rect.minX, rect.maxY))
    else { return Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6) }
    return Rect(a, b).union(Rect(c, d))
  }
}

extension Rect {
  /// Returns what is left of the rectangle inside `clip`, where nil cuts nothing.
  func intersecting(_ clip: Rect?) -> Rect? {
    clip.map { intersection($0) } ?? self
  }
}

extension DisplayList.Shape {
  /// Whether the opacity of an item fades all of it; the programs of a plane know none.
  fileprivate var knowsOpacity: Bool {
    switch self {
    case .box, .shadow, .image, .gradient, .text, .path: true
    case .shader, .beginGroup, .beginMask, .endGroup: false
    }
  }
}

extension [DisplayList.Item] {
  /// Returns the part of the view that an item can touch, or nil when that is not known, as for text, whose width depends on
  /// fonts, and for groups that may be drawn anywhere.
  ///
  /// The item is looked at where it is: a copy takes longer than the rest.
  package func reach(at index: Int) -> Rect? {
    let own: Rect
    switch self[index].shape {
    case .box(let rect, _, _, _, _), .image(_, let rect, _), .gradient(_, let rect, _), .shader(_, let rect):
      own = rect
    case .shadow(let shadow, let rect, _):
      own = rect.outset(by: shadow.spread + 1.5 * shadow.blur).offset(by: shadow.offset)
    case .path(let contents):
      guard let bounds = contents.figure.bounds else { return .zero }
      own = bounds
    case .beginGroup(_, _, let area): return area
    case .endGroup, .beginMask: return .zero
    case .text: return nil
    }
    let box = self[index].transform.boundingBox(of: own).outset(by: 1)
    return self[index].clip.map { box.intersection($0) ?? .zero } ?? box
  }
}
