public import Scene

extension LayerTree {
  /// Lets layers fade in from a time on, to be there `duration` seconds later. The frame in which they are made has enough to
  /// do, and does not draw them yet.
  public func fadeIn(_ layers: [Layer], at time: Double, duration: Double) {
    let lead = 0.02
    for layer in layers { layer.opacity = 0 }
    transact(Transaction(at: time + lead, action: .eased(duration: duration - lead, .easeOut))) {
      for layer in layers { layer.opacity = 1 }
    }
  }
}
