import Geometry
import Motion
import Scene

/// One poster after the other in the whole window.
extension Gallery {
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

  func prepareNeighbours(of index: Int) {
    for neighbour in [index - 1, index + 1] where neighbour >= 0 && neighbour < grid.count {
      shelf.prepare(shelf.id(at: neighbour))
    }
  }
}
