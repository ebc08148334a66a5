import Geometry
import Motion
import Scene

/// Posters that leave the wall, fill the window, and go back.
extension Gallery {
  var flightTime: Double { clock.time(at: now) }

  /// The width of a window and the gap to the next, when posters follow each other in it.
  var pitch: Double { size.width + 48 }

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

  func setStage(_ flyer: FlyingPoster) {
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
  var progress: Double {
    var progress: Double?
    for flyer in stage where flyer.slot == 0 {
      let own =
        flyer.fade?.cover(at: now)
        ?? flyer.flight.state(at: flightTime, between: ends(of: flyer)).progress.value
      progress = max(progress ?? own, own)
    }
    return progress ?? 0
  }

  func fade(
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
}
