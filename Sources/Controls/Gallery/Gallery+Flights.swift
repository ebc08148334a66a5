import Geometry
import Motion
import Scene

/// Posters that leave the wall, fill the window, and go back.
extension Gallery {
  var flightTime: Double { clock.time(at: now) }

  /// The width of a window and the gap to the next, when posters follow each other in it.
  private var pitch: Double { size.width + 48 }

  /// Whether a poster has left its cell; one that fades has not, for its cell fades too.
  func isOnStage(_ id: PosterCard.ID) -> Bool {
    stage.contains { $0.id == id && $0.slot == 0 && $0.fade == nil }
  }

  /// Whether posters come and go without motion now.
  var isFading: Bool { stage.contains { $0.fade != nil } }

  /// Where a poster hangs once scrolling has come to rest, and where it fills the window.
  func ends(of flyer: FlyingPoster) -> Flight.Ends {
    let page = flyer.drawing.size
    let full = PosterGrid.fitting(page, in: size, scale: interface.scale)
    let origin = Point((size.width - full.width) / 2, (size.height - full.height) / 2)
    let middle = Rect(origin: origin, size: full).pixelAligned(scale: interface.scale)
    let index = shelf.index(of: flyer.id) ?? 0
    let offset = (scroll.destination(at: now) * interface.scale).rounded() / interface.scale
    return Flight.Ends(
      cell: inWindow(grid.frame(of: page, at: index), offset: offset),
      full: middle.offset(by: Vector(Double(flyer.slot) * pitch, 0)))
  }

  // MARK: Opening and going back

  /// Lets a poster fly out of its cell.
  func open(_ id: PosterCard.ID) {
    guard let index = shelf.index(of: id) else { return }
    if let returning = stage.first(where: { $0.id == id }) { return reopen(returning) }
    let seen = grid.indices(from: wallOffset, to: wallOffset + opening.bounds.height)
    if !seen.contains(index) { reveal(index, spring: nil) }
    showWall()
    guard let drawing = cells[id]?.takeDrawing() ?? shelf.drawing(of: id, waits: true) else {
      return say("This poster cannot be read")
    }
    if let current { goBack(current) }
    let flyer = FlyingPoster(
      id, drawing,
      Flight(spring: options.spring, launchVelocity: options.launchVelocity, pixel: interface.hairline))
    let origin = cells[id].map { inWindow($0.seenFrame(at: now), offset: wallOffset) }
    reveal(index)
    selection.select(id)
    let cover = progress
    setStage(flyer)
    if reducesMotion {
      flyer.flight.rest(open: true)
      fade(flyer, from: 0, to: 1, cover: cover, 1)
    } else {
      flyer.flight.go(toOpen: true, from: origin, at: flightTime, between: ends(of: flyer))
    }
    prepareNeighbours(of: index)
  }

  private func setStage(_ flyer: FlyingPoster) {
    stage.append(flyer)
    stageLayer.addSublayer(flyer.layer)
    current = flyer
    updateHover()
    mustPlaceCells = true
  }

  private func reopen(_ flyer: FlyingPoster) {
    if let current, current !== flyer { goBack(current) }
    current = flyer
    stageLayer.addSublayer(flyer.layer)
    if reducesMotion {
      fade(flyer, from: flyer.opacity(at: now), to: 1, cover: progress, 1)
      flyer.flight.rest(open: true)
    } else {
      flyer.flight.go(toOpen: true, at: flightTime, between: ends(of: flyer))
    }
  }

  /// Sends a poster back to its cell, which is there to return to.
  func goBack(_ flyer: FlyingPoster) {
    if current === flyer { current = nil }
    revealUnseen(flyer)
    if reducesMotion {
      fade(flyer, from: flyer.opacity(at: now), to: 0, cover: progress, 0)
    } else {
      flyer.flight.go(toOpen: false, at: flightTime, between: ends(of: flyer))
    }
    mustPlaceCells = true
  }

  /// Scrolls to the cell of a poster, at once while nobody sees the wall.
  private func revealUnseen(_ flyer: FlyingPoster) {
    guard let index = shelf.index(of: flyer.id) else { return }
    reveal(index, spring: progress >= 1 ? nil : .interface)
  }

  /// How far the posters on the wall have made way: as far as the one that flies has come.
  private var progress: Double {
    var progress: Double?
    for flyer in stage where flyer.slot == 0 {
      let own =
        flyer.fade?.cover(at: now)
        ?? flyer.flight.state(at: flightTime, between: ends(of: flyer)).progress.value
      progress = max(progress ?? own, own)
    }
    return progress ?? 0
  }

  private func fade(
    _ flyer: FlyingPoster, from opacity: Double, to end: Double, cover: Double, _ lastCover: Double
  ) {
    flyer.fade = .init(
      start: now, isComing: lastCover == 1 && end == 1, opacity: .init(first: opacity, last: end),
      cover: .init(first: cover, last: lastCover))
  }

  /// Lets go of a poster that was dragged.
  func release(_ flyer: FlyingPoster) {
    let cover = progress
    let isOpening = flyer.flight.release(at: flightTime, between: ends(of: flyer))
    if isOpening {
      if let current, current !== flyer { goBack(current) }
      current = flyer
    } else {
      if current === flyer { current = nil }
      revealUnseen(flyer)
      flyer.flight.retarget(at: flightTime, between: ends(of: flyer))
    }
    if reducesMotion {
      flyer.flight.rest(open: isOpening)
      fade(flyer, from: 1, to: 1, cover: cover, isOpening ? 1 : 0)
    }
  }

  // MARK: The next one

  /// Shows the poster so many places on in the whole window.
  func turnPage(by step: Int) {
    guard let old = current, let index = shelf.index(of: old.id) else { return }
    showPage(at: min(max(index + step, 0), grid.count - 1))
  }

  func showPage(at next: Int) {
    guard let old = current, let index = shelf.index(of: old.id), next != index, next < grid.count else {
      return
    }
    let id = shelf.id(at: next)
    let known = stage.first { $0.id == id }
    guard let drawing = known?.drawing ?? shelf.drawing(of: id, waits: true) else {
      return say("This poster cannot be read")
    }
    let direction = next > index ? 1 : -1
    let oldEnds = Dictionary(uniqueKeysWithValues: stage.map { ($0.id, ends(of: $0)) })
    let shift = known.map(\.slot) ?? direction
    if !reducesMotion {
      for flyer in stage where flyer.flight.isOpening == true { flyer.slot -= shift }
    }
    reveal(next, spring: progress >= 1 ? nil : .interface)
    selection.select(id)
    let flyer = known ?? FlyingPoster(id, drawing, old.flight)
    flyer.slot = 0
    if reducesMotion {
      dissolve(to: flyer, from: known == nil ? 0 : flyer.opacity(at: now))
    } else {
      for other in stage where other.flight.isOpening == true {
        guard let before = oldEnds[other.id] else { continue }
        other.flight.slide(at: flightTime, from: before, to: ends(of: other))
      }
      if known == nil {
        flyer.flight = old.flight.joined(
          by: Vector(Double(direction) * pitch, 0), at: flightTime, ends(of: old), to: ends(of: flyer))
      }
    }
    if known == nil { setStage(flyer) } else { current = flyer }
    mustPlaceCells = true
    prepareNeighbours(of: next)
  }

  /// Lets a poster take the place of those that are seen without motion; the wall stays as hidden as it is.
  private func dissolve(to flyer: FlyingPoster, from opacity: Double) {
    let cover = progress
    for other in stage where other !== flyer {
      other.flight.rest(open: true)
      fade(other, from: other.opacity(at: now), to: 0, cover: 0, 0)
    }
    flyer.flight.rest(open: true)
    fade(flyer, from: opacity, to: 1, cover: cover, 1)
  }

  private func prepareNeighbours(of index: Int) {
    for neighbour in [index - 1, index + 1] where neighbour >= 0 && neighbour < grid.count {
      shelf.prepare(shelf.id(at: neighbour))
    }
  }

  // MARK: Every frame

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
