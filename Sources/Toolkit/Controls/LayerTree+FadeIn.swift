public import Scene

extension LayerTree {
  /// Lets layers fade in from a time on, to be there `duration` seconds later.
  public func fadeIn(_ layers: [Layer], at time: Double, duration: Double) {
    for layer in layers { layer.opacity = 0 }
    transact(Transaction(at: time, action: .eased(duration: duration, .easeOut))) {
      for layer in layers { layer.opacity = 1 }
    }
  }
}
