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

  /// Puts a layer before the one at an index, drawn behind it.
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

  /// Makes room for so many sublayers, so that they are added without growing step by step.
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
  public func presentation(at time: Double) -> LayerValues {
    guard isAnimated else { return model }
    var values = BentValues(of: self)
    for animation in animations { animation.effect.apply(to: &values, at: time) }
    return values.presented()
  }

  /// The keys of the explicit animations that run.
  public var animationKeys: [String] { animations.compactMap(\.key) }

  /// Removes an animation; it ends unfinished and the layer is seen where it would be without it.
  public func removeAnimation(forKey key: String, at time: Double) {
    removeAnimations(at: time) { $0.key == key }
  }

  /// Removes all animations; they end unfinished, and the layer is seen as its model values say.
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
