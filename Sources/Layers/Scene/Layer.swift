public import Colors
public import Geometry

/// A rectangle in a tree of layers, with a place, contents and sublayers.
///
/// As in Core Animation a layer has its own coordinates (`bounds`), is placed by `position` in those of its
/// superlayer, and turns about `anchorPoint`. Sublayers are drawn in order, sorted by `zPosition`, and flattened
/// into their superlayer's plane unless that `keepsDepth`. Properties are model values, set at once; inside a
/// transaction of the tree what is seen follows them.
public final class Layer {
  /// A name for debugging.
  public var name = ""

  /// The values after all animations have ended.
  public internal(set) var model = LayerValues()

  /// Whether sublayers keep their depth and are sorted by it, as in Core Animation's transform layer. Such a
  /// layer shows nothing of its own, is not cut off, and gives its opacity to each sublayer.
  public var keepsDepth = false

  /// Whether a hand or a gesture is moving the layer and with it all sublayers, frame by frame, as while a view is
  /// scrolled or zoomed. Animations of the tree are known without this.
  public var isMoving = false

  /// The horizontal direction in which contents and sublayers are laid out.
  ///
  /// From right to left, the sublayers, their contents and everything in them are seen reflected, as in a mirror, but
  /// texts and pictures keep their orientation in the reflected places. All positions are set as from left to right.
  public var layoutDirection = LayoutDirection.inherited

  /// A layer whose alpha decides how much of this one is seen; it lies in this layer's coordinates.
  public var mask: Layer? {
    didSet {
      guard mask !== oldValue else { return }
      oldValue?.superlayer = nil
      oldValue?.leaveTree()
      mask?.removeFromSuperlayer()
      mask?.superlayer = self
      if let tree { mask?.join(tree) }
    }
  }

  /// The layers in this one, in the order in which they were put in.
  public private(set) var sublayers: [Layer] = []
  /// The layer in which this one is, or nil.
  public private(set) weak var superlayer: Layer?

  /// The tree that the layer belongs to, or nil. One that ends lets go of its layers; a weak reference would take each change of
  /// a value several times as long.
  public private(set) unowned var tree: LayerTree?

  /// The animations that change the presented values, in the order in which they were added.
  private(set) var animations: [RunningAnimation] = []

  /// The transforms at rest, taken apart when animations first need them.
  private var knownResting: RestingTransforms?

  /// Creates a layer without extent at the origin.
  public init() {}

  /// Creates a layer that fills `frame` of its superlayer.
  public convenience init(frame: Rect) {
    self.init()
    self.frame = frame
  }

  // MARK: The tree

  /// Puts a layer on top of the other sublayers; it leaves the place that it had.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Inserts a layer, taking it from its superlayer if it has one.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - index: Its place among the sublayers, from 0, the rearmost; larger numbers than their count put it in front.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(layer !== self, "a layer cannot be its own sublayer")
    let isMoving = layer.superlayer === self
    layer.removeFromSuperlayer()
    layer.superlayer = self
    sublayers.insert(layer, at: min(isMoving ? min(index, sublayers.count) : index, sublayers.count))
    if let tree { layer.join(tree) }
  }

  /// Takes the layer out of its tree; its animations end unfinished.
  public func removeFromSuperlayer() {
    guard let superlayer else { return }
    if superlayer.mask === self {
      superlayer.mask = nil
      return
    }
    superlayer.sublayers.removeAll { $0 === self }
    self.superlayer = nil
    leaveTree()
  }

  /// Puts layers in front of all others, the last one foremost; those that are sublayers already keep their animations.
  public func bringToFront(_ layers: [Layer]) {
    precondition(!layers.contains { $0 === self }, "a layer cannot be its own sublayer")
    let moved = Set(layers.map(ObjectIdentifier.init))
    let added = layers.filter { $0.superlayer !== self || mask === $0 }
    for layer in added { layer.removeFromSuperlayer() }
    sublayers.removeAll { moved.contains(ObjectIdentifier($0)) }
    for layer in layers { sublayers.append(layer) }
    for layer in added {
      layer.superlayer = self
      if let tree { layer.join(tree) }
    }
  }

  /// Reserves memory for `count` sublayers in all.
  public func reserveSublayers(_ count: Int) { sublayers.reserveCapacity(count) }

  /// Takes all sublayers away.
  public func removeSublayers() {
    let gone = sublayers
    sublayers.removeAll(keepingCapacity: true)
    for layer in gone {
      layer.superlayer = nil
      layer.leaveTree()
    }
  }

  func join(_ tree: LayerTree) {
    self.tree = tree
    mask?.join(tree)
    for sublayer in sublayers { sublayer.join(tree) }
  }

  func leaveTree() { leave(tree) }

  /// Leaves the tree with all that is in the layer. The tree learns where animations end by this; nil is one that
  /// ends by itself.
  func leave(_ former: LayerTree?) {
    var ended: [RunningAnimation] = []
    // Those who wait for an animation may change any layer: by then none belongs to the tree any more.
    detach(&ended)
    if !ended.isEmpty { former?.animationsChanged() }
    let time = former?.currentTransaction?.time
    for animation in ended { animation.end(isFinished: false, at: time ?? animation.startTime) }
  }

  private func detach(_ ended: inout [RunningAnimation]) {
    ended += animations
    animations.removeAll()
    tree = nil
    mask?.detach(&ended)
    for sublayer in sublayers { sublayer.detach(&ended) }
  }

  // MARK: Changing values

  /// Changes a property, with the action of the tree's transaction.
  ///
  /// A closure says how it is written: a key path would allocate, and layers are written to thousands of times a
  /// frame.
  @inline(__always)
  func change<Value: Equatable>(
    _ old: Value, to value: Value, _ key: PropertyKey? = nil, by write: (inout LayerValues, Value) -> Void
  ) {
    guard old != value else { return }
    guard let key, let tree, tree.hasAction, let transaction = tree.currentTransaction else {
      write(&model, value)
      forgetResting(key)
      return
    }
    let before = model.animated(key)
    let seen = resting
    write(&model, value)
    forgetResting(key)
    addAction(transaction, key, from: before, seen)
  }

  /// Sets a property to an animated value, at once.
  func setModel(_ key: PropertyKey, to value: AnimatedValue) {
    model.set(key, to: value)
    forgetResting(key)
  }

  var resting: RestingTransforms {
    if let knownResting { return knownResting }
    let taken = RestingTransforms(
      transform: .init(model.transform), sublayerTransform: .init(model.sublayerTransform))
    knownResting = taken
    return taken
  }

  private func forgetResting(_ key: PropertyKey?) {
    if key?.isTransform == true { knownResting = nil }
  }

  // MARK: Animations

  /// Whether animations bend what is seen of the model values.
  var isAnimated: Bool { !animations.isEmpty }

  /// Adds an animation; one with the same key ends unfinished.
  func run(_ animation: RunningAnimation, at time: Double) {
    if let key = animation.key { removeAnimation(forKey: key, at: time) }
    animations.append(animation)
    tree?.began(animation, on: self)
  }

  func drop(_ animation: RunningAnimation) {
    animations.removeAll { $0 === animation }
  }

  /// Returns the values that are seen at a time.
  ///
  /// - Parameter time: The time, in seconds.
  public func presentation(at time: Double) -> LayerValues {
    guard isAnimated else { return model }
    var values = BentValues(of: self)
    for animation in animations { animation.effect.apply(to: &values, at: time) }
    return values.presented()
  }

  /// The keys of the explicit animations that run.
  public var animationKeys: [String] { animations.compactMap(\.key) }

  /// Removes an animation. It ends unfinished, and the layer is seen where it would be without it.
  ///
  /// - Parameters:
  ///   - key: The key under which it was added.
  ///   - time: The time at which it ends, in seconds.
  public func removeAnimation(forKey key: String, at time: Double) {
    removeAnimations(at: time) { $0.key == key }
  }

  /// Removes all animations at a time in seconds. They end unfinished, and the layer is seen as its model values say.
  public func removeAllAnimations(at time: Double) {
    removeAnimations(at: time) { _ in true }
  }

  func removeAnimations(at time: Double, where isGone: (RunningAnimation) -> Bool) {
    let gone = animations.filter(isGone)
    guard !gone.isEmpty else { return }
    animations.removeAll(where: isGone)
    tree?.animationsChanged()
    for animation in gone { animation.end(isFinished: false, at: time) }
  }
}

extension Layer {
  /// Whether the layer is laid out from right to left, by its own direction or that of the layers it is in.
  public var isMirrored: Bool {
    layoutDirection.isMirrored(in: { superlayer?.isMirrored ?? false })
  }

  /// Returns the mapping to the superlayer's coordinates that some values make, before that one's `sublayerTransform`.
  private func placed(_ values: LayerValues) -> Transform3D {
    let isReflected = layoutDirection != .inherited && isMirrored != (superlayer?.isMirrored ?? false)
    let own = values.transformToSuperlayer
    return isReflected ? values.reflection.concatenating(own) : own
  }

  /// Returns the mapping from the layer's coordinates to its superlayer's.
  ///
  /// A superlayer that does not keep depth flattens it into its plane.
  ///
  /// - Parameter time: The time whose animated values count, in seconds; nil uses the model values.
  public func transformToSuperlayer(at time: Double? = nil) -> Transform3D {
    let own = placed(values(at: time))
    guard let superlayer else { return own }
    let mapped = own.concatenating(superlayer.values(at: time).sublayerMapping)
    return superlayer.keepsDepth ? mapped : mapped.flattened
  }

  /// Returns the mapping from the layer's coordinates to those around the topmost layer.
  ///
  /// - Parameter time: The time whose animated values count, in seconds; nil uses the model values.
  public func transformToRoot(at time: Double? = nil) -> Transform3D {
    var result = transformToSuperlayer(at: time)
    var layer = superlayer
    while let current = layer {
      result = result.concatenating(current.transformToSuperlayer(at: time))
      layer = current.superlayer
    }
    return result
  }

  func values(at time: Double?) -> LayerValues {
    guard let time else { return model }
    return presentation(at: time)
  }

  /// Returns where a point of this layer is in another one of the same tree, seen along the line of sight.
  ///
  /// Nil when the point lies at or behind the eye, or the other layer is seen edge on.
  ///
  /// - Parameters:
  ///   - point: A point in this layer's coordinates.
  ///   - other: A layer of the same tree.
  ///   - time: The time whose animated values count, in seconds; nil uses the model values.
  public func convert(_ point: Point, to other: Layer, at time: Double? = nil) -> Point? {
    transformToRoot(at: time).project(point).flatMap(other.transformToRoot(at: time).unproject)
  }

  /// Returns the corners as seen around the topmost layer, clockwise from the top left.
  ///
  /// - Parameter time: The time whose animated values count, in seconds; nil uses the model values.
  /// - Returns: Four points, or nil when a corner lies at or behind the eye.
  public func projectedCorners(at time: Double? = nil) -> [Point]? {
    let transform = transformToRoot(at: time)
    let corners = values(at: time).bounds.corners.compactMap(transform.project)
    return corners.count == 4 ? corners : nil
  }

  /// Returns the frontmost visible layer at a point of the topmost layer's superspace, or nil.
  ///
  /// Without a time it goes by the model values, as one who presses aims at where things will be.
  ///
  /// - Parameters:
  ///   - point: A point in the coordinates around the topmost layer.
  ///   - time: The time whose animated values count, in seconds; nil uses the model values.
  public func hitTest(_ point: Point, at time: Double? = nil) -> Layer? {
    let own = values(at: time)
    return hitTest(point, own, through: transformToRoot(at: time), at: time)
  }

  private func hitTest(
    _ point: Point, _ own: LayerValues, through mapping: Transform3D, at time: Double?
  ) -> Layer? {
    guard !own.isHidden, own.opacity > 0 else { return nil }
    if !own.isDoubleSided && !keepsDepth && mapping.showsBack(of: own.bounds) { return nil }
    let local = mapping.unproject(point)
    let isInside = !keepsDepth && (local.map(own.bounds.contains) ?? false)
    if own.masksToBounds && !keepsDepth && !isInside { return nil }
    let inner = own.sublayerMapping.concatenating(mapping)
    for sublayer in sublayersFrontToBack(at: time) {
      let values = sublayer.values(at: time)
      let outward = sublayer.placed(values)
      let next =
        keepsDepth
        ? outward.concatenating(inner)
        : outward.concatenating(own.sublayerMapping).flattened.concatenating(mapping)
      if let hit = sublayer.hitTest(point, values, through: next, at: time) { return hit }
    }
    return isInside ? self : nil
  }

  private func sublayersFrontToBack(at time: Double?) -> [Layer] {
    let mapping = values(at: time).sublayerMapping
    func depth(_ layer: Layer) -> Double {
      let values = layer.values(at: time)
      return keepsDepth ? values.depth(through: mapping) : values.zPosition
    }
    return sublayers.enumerated().sorted {
      let (a, b) = (depth($0.element), depth($1.element))
      return a != b ? a > b : $0.offset > $1.offset
    }.map(\.element)
  }
}

extension Transform3D {
  /// Whether a rectangle of the plane z = 0 is seen from behind: its corners run the other way round.
  func showsBack(of rect: Rect) -> Bool {
    // The sign of a homography's turning sense is that of its determinant, while w stays positive.
    let homography =
      m11 * (m22 * m44 - m42 * m24) - m12 * (m21 * m44 - m41 * m24) + m14 * (m21 * m42 - m41 * m22)
    return homography < 0
  }
}

// The model values one by one; LayerValues says what each is.
extension Layer {
  /// The part of the layer's own coordinate system that it covers.
  public var bounds: Rect {
    get { model.bounds }
    set { change(model.bounds, to: newValue, .bounds) { $0.bounds = $1 } }
  }

  /// Where the anchor point lies in the superlayer's coordinates.
  public var position: Point {
    get { model.position }
    set { change(model.position, to: newValue, .position) { $0.position = $1 } }
  }

  /// The point that `position` places and `transform` turns about, in fractions of the bounds.
  public var anchorPoint: Point {
    get { model.anchorPoint }
    set { change(model.anchorPoint, to: newValue, .anchorPoint) { $0.anchorPoint = $1 } }
  }

  /// How far the layer stands before its superlayer's plane; it also decides the drawing order of siblings.
  public var zPosition: Double {
    get { model.zPosition }
    set { change(model.zPosition, to: newValue, .zPosition) { $0.zPosition = $1 } }
  }

  /// A mapping about the anchor point.
  public var transform: Transform3D {
    get { model.transform }
    set { change(model.transform, to: newValue, .transform) { $0.transform = $1 } }
  }

  /// A mapping of all sublayers about the anchor point; an `m34` here gives them one common eye.
  public var sublayerTransform: Transform3D {
    get { model.sublayerTransform }
    set { change(model.sublayerTransform, to: newValue, .sublayerTransform) { $0.sublayerTransform = $1 } }
  }

  /// Whether neither the layer nor its sublayers are drawn or found.
  public var isHidden: Bool {
    get { model.isHidden }
    set { change(model.isHidden, to: newValue) { $0.isHidden = $1 } }
  }

  /// Whether the back is seen when the layer is turned away.
  public var isDoubleSided: Bool {
    get { model.isDoubleSided }
    set { change(model.isDoubleSided, to: newValue) { $0.isDoubleSided = $1 } }
  }

  /// How much of the layer with all its sublayers, as one picture, is seen; values are cut to 0…1.
  public var opacity: Double {
    get { model.opacity }
    set { change(model.opacity, to: min(max(newValue, 0), 1), .opacity) { $0.opacity = $1 } }
  }

  /// Whether contents and sublayers are cut off at the rounded bounds.
  public var masksToBounds: Bool {
    get { model.masksToBounds }
    set { change(model.masksToBounds, to: newValue) { $0.masksToBounds = $1 } }
  }

  /// The colour that fills the rounded bounds; nil for none.
  public var backgroundColor: RGBA? {
    get { model.backgroundColor }
    set { change(model.backgroundColor, to: newValue, .backgroundColor) { $0.backgroundColor = $1 } }
  }

  /// The radius of the corners of bounds, border and shadow, in points.
  public var cornerRadius: Double {
    get { model.cornerRadius }
    set { change(model.cornerRadius, to: newValue, .cornerRadius) { $0.cornerRadius = $1 } }
  }

  /// The width of a border that lies inside the bounds, in points.
  public var borderWidth: Double {
    get { model.borderWidth }
    set { change(model.borderWidth, to: newValue, .borderWidth) { $0.borderWidth = $1 } }
  }

  /// The colour of the border.
  public var borderColor: RGBA {
    get { model.borderColor }
    set { change(model.borderColor, to: newValue, .borderColor) { $0.borderColor = $1 } }
  }

  /// Changing a shadow animates its colour, offset and blur; a shadow that comes or goes does so at once.
  public var shadow: Shadow? {
    get { model.shadow }
    set {
      guard let old = model.shadow, let new = newValue, old.spread == new.spread else {
        return change(model.shadow, to: newValue) { $0.shadow = $1 }
      }
      change(old.color, to: new.color, .shadowColor) { $0.shadow?.color = $1 }
      change(old.offset, to: new.offset, .shadowOffset) { $0.shadow?.offset = $1 }
      change(old.blur, to: new.blur, .shadowBlur) { $0.shadow?.blur = $1 }
    }
  }

  /// The content drawn over the background; a change shows at once.
  public var contents: Contents? {
    get { model.contents }
    set { change(model.contents, to: newValue) { $0.contents = $1 } }
  }

  /// Where the layer stands in its superlayer while nothing is transformed.
  public var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      bounds = Rect(origin: bounds.origin, size: newValue.size)
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width, newValue.minY + anchorPoint.y * newValue.height)
    }
  }
}

/// The horizontal direction in which a layer, or a control, is laid out.
public enum LayoutDirection: Hashable, Sendable {
  /// That of what it is in; from left to right at the top.
  case inherited
  /// From left to right, as pictures, posters and colour planes are in every language.
  case leftToRight
  /// From right to left, as windows are in Arabic or Hebrew: a mirror image of left to right.
  case rightToLeft

  /// Returns whether it is from right to left inside something that is or is not.
  @inline(__always)
  package func isMirrored(in surroundings: () -> Bool) -> Bool {
    switch self {
    case .inherited: surroundings()
    case .leftToRight: false
    case .rightToLeft: true
    }
  }
}
