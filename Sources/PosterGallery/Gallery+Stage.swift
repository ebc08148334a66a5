import Geometry
import Motion
import Scene

/// The flying posters and their neighbours, frame by frame.
extension Gallery {
  /// Brings the flying posters and their neighbours to the present; returns when the next frame is needed.
  func showStage() -> Double? {
    guard !stage.isEmpty || shownProgress != 0 else { return nil }
    land()
    let progress = progress
    var isMoving = false
    for flyer in stage {
      let ends = ends(of: flyer)
      let time = flightTime
      let own = flyer.flight.state(at: time, between: ends).progress.value
      let flies = flyer.flight.outcome(at: time) == nil
      if flies, !flyer.flight.isHeld { isMoving = true }
      if flyer.fade.map({ !$0.isOver(at: now) }) == true { isMoving = true }
      flyer.show(
        flyer.flight.frame(at: time, between: ends), progress: own, opacity: flyer.opacity(at: now),
        moves: flies, interface.theme)
    }
    for flyer in stage where flyer.slot != 0 { flyer.layer.opacity = min(max(progress, 0), 1) }
    recede(to: progress)
    return isMoving ? now : scroll.isMoving(at: now) ? now : nil
  }

  private func recede(to progress: Double) {
    guard progress != shownProgress else { return }
    shownProgress = progress
    opening.isHidden = progress >= 1
    for cell in cells.values { cell.recede(progress, scales: !isFading) }
    let presence = min(max(1 - progress, 0), 1)
    bar.layer.opacity = presence
    bar.layer.isHidden = presence == 0
    bar.layer.position = Point(bar.layer.position.x, bar.height / 2 * (1 - 0.5 * (1 - presence)))
    stateLayer.opacity = presence
    indicator.layer.opacity = presence
  }

  /// Takes off the stage what has come home or has passed by.
  private func land() {
    let time = flightTime
    for flyer in stage {
      let outcome = flyer.flight.outcome(at: time)
      let hasFaded = flyer.fade.map { $0.isOver(at: now) } ?? false
      if hasFaded, flyer.fade?.isComing == true {
        flyer.fade = nil
        mustPlaceCells = true
      } else if flyer.fade != nil ? hasFaded : outcome == false && !scroll.isMoving(at: now) {
        leave(flyer)
      } else if outcome == true, flyer.slot != 0 {
        leave(flyer)
      }
    }
  }

  private func leave(_ flyer: FlyingPoster) {
    stage.removeAll { $0 === flyer }
    flyer.layer.removeFromSuperlayer()
    flyer.layer.isMoving = false
    flyer.layer.shadow = nil
    flyer.layer.opacity = 1
    if current === flyer { current = nil }
    if flyer.slot == 0, let cell = cells[flyer.id] {
      cell.layer.isHidden = false
      cell.use(flyer.drawing)
    }
    mustPlaceCells = true
    updateHover()
  }

  /// Follows cells that hang elsewhere now.
  func retargetFlights() {
    for flyer in stage { flyer.flight.retarget(at: flightTime, between: ends(of: flyer)) }
  }

  /// Takes away posters that are no longer there.
  func dropLostFlights() {
    for flyer in stage where shelf.index(of: flyer.id) == nil { leave(flyer) }
  }

  /// The topmost flying poster at a point, or the one that fills the window when the left edge is drawn at.
  func flyer(at point: Point) -> (FlyingPoster, FlightGrip.Manner)? {
    for flyer in stage.reversed() where flyer.slot == 0 && flyer.fade == nil {
      let frame = flyer.flight.frame(at: flightTime, between: ends(of: flyer))
      if flyer === current, point.x < Self.edge { return (flyer, .edge) }
      if frame.contains(point) { return (flyer, .poster) }
    }
    return nil
  }

  /// How wide the left edge is that can be drawn at.
  private static let edge = 24.0
}
