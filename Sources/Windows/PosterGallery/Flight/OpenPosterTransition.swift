import Controls
import Geometry
import Motion
import PosterScene
import Scene

/// The posters that have left the wall: the flying ones and the open one.
///
/// At most one poster is `current`, and it is among the `flyers`. A flyer moves to the place of its cell after
/// scrolling; when it arrives, its layers return to the wall.
final class OpenPosterTransition {
  let layer = Layer()

  /// The posters that fly or are open, the topmost last.
  private(set) var flyers: [FlyingPoster] = []

  /// The poster that is open or opening.
  private(set) var current: FlyingPoster? {
    didSet { if current !== oldValue { onCurrent() } }
  }

  /// Called when another poster becomes current, or none.
  var onCurrent: () -> Void = {}

  /// The poster that something else replaces while it is open, and the frame of that.
  private var standIn: (id: PosterCard.ID, frame: () -> Rect)?

  /// Called whenever a poster leaves the wall or returns.
  var onChange: () -> Void = {}

  private let wall: PosterWall
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let spring: Spring
  private let launchVelocity: Double
  private var size = Size.zero
  private var clock = FlightClock()
  private var awaited: Awaited?
  private var shownProgress = 0.0

  /// A poster that will be shown as soon as it is ready.
  private struct Awaited {
    var id: PosterCard.ID
    /// Whether it replaces the open poster.
    var isPage: Bool
  }

  init(
    over wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface,
    spring: Spring,
    launchVelocity: Double
  ) {
    self.wall = wall
    self.dataSource = dataSource
    self.interface = interface
    self.spring = spring
    self.launchVelocity = launchVelocity
    layer.name = "stage"
  }

  // MARK: Places

  func layOut(size: Size, at time: Double) {
    self.size = size
    layer.frame = Rect(origin: .zero, size: size)
    retarget(at: time)
  }

  /// The distance between two pages when posters are browsed.
  private var pitch: Double { size.width + 48 }

  /// The size available to an open poster, without its bar above and notices below.
  private var room: Size {
    size.height < 4 * PosterBar.height ? size : Size(size.width, size.height - 2 * PosterBar.height)
  }

  /// Returns a poster's frame in its cell after scrolling, and in the whole window.
  private func ends(of flyer: FlyingPoster, at time: Double) -> Flight.Ends {
    let page = flyer.layers.size
    let full = PosterGrid.fitting(page, in: room, scale: interface.scale)
    let origin = Point((size.width - full.width) / 2, (size.height - full.height) / 2)
    let middle = Rect(origin: origin, size: full).pixelAligned(scale: interface.scale)
    flyer.view.layOut(
      page: page, whole: middle, viewport: Rect(origin: .zero, size: size), margin: Self.zoomMargin,
      pixel: interface.hairline, at: time)
    return Flight.Ends(
      cell: wall.places.restingFrame(of: page, at: dataSource.index(of: flyer.id) ?? 0, time: time),
      full: flyer.view.frame(at: time).offset(by: Vector(Double(flyer.slot) * pitch, 0)))
  }

  // MARK: Zoom

  /// The distance that the edge of a zoomed poster keeps from the window's, in points.
  private static let zoomMargin = 24.0

  /// The zoom of the open poster; nil without one at rest.
  func view(at time: Double) -> PageView? {
    guard isCurrentAtRest(at: time), standIn?.id != current?.id, current?.fade == nil else { return nil }
    return current?.view
  }

  /// Shows pictures for a zoom once the open poster is shown larger than the whole window and they are ready.
  private func enlarge(at time: Double) {
    guard let current, !current.isLarge, let view = view(at: time), view.scale > 1.2 * view.wholeScale,
      dataSource.enlarge(current.id), case .ready(let layers) = dataSource.layers(of: current.id)
    else { return }
    replaceLayers(of: current.id, with: layers)
    current.isLarge = true
  }

  /// Zooms or scrolls the open poster.
  func changeView(at time: Double, _ change: (inout PageView, Spring?) -> Void) {
    guard view(at: time) != nil, let current else { return }
    change(&current.view, interface.reducesMotion ? nil : .interface)
  }

  /// The posters whose cells are empty; a fading poster has not left its cell, which fades with it.
  private var absent: Set<PosterCard.ID> {
    Set(flyers.lazy.filter { $0.slot == 0 && $0.fade == nil }.map(\.id))
  }

  /// Whether posters currently fade instead of flying.
  private var isFading: Bool { flyers.contains { $0.fade != nil } }

  /// Returns the current poster's frame.
  func currentFrame(at time: Double) -> Rect? { current.map { frame(of: $0, at: time) } }

  /// Returns the rate of change of the current poster's left edge, upper edge, width and height, per second.
  func currentVelocity(at time: Double) -> SIMD4<Double> {
    guard let current else { return .zero }
    let ends = ends(of: current, at: time)
    guard current.flight.outcome(at: clock.time(at: time)) == nil else { return .zero }
    let state = current.flight.state(at: clock.time(at: time), between: ends)
    let growth = ends.growth * state.progress.velocity
    let speed = clock.isSlow ? 1 / FlightClock.slowness : 1
    return SIMD4(
      state.velocity.dx - growth.dx / 2, state.velocity.dy - growth.dy / 2, growth.dx, growth.dy) * speed
  }

  /// Returns the current poster's frame at rest.
  func currentRestingFrame(at time: Double) -> Rect? { current.map { ends(of: $0, at: time).full } }

  /// Returns whether the current poster is open and at rest.
  func isCurrentAtRest(at time: Double) -> Bool {
    current?.flight.outcome(at: clock.time(at: time)) == true
  }

  // MARK: Stand-ins

  /// Hides a poster while something else replaces it.
  func stand(in frame: @escaping () -> Rect, for id: PosterCard.ID) {
    standIn = (id, frame)
    for flyer in flyers where flyer.id == id { flyer.layer.isHidden = true }
  }

  /// Shows the poster again that was replaced.
  func endStandIn() {
    for flyer in flyers where flyer.id == standIn?.id { flyer.layer.isHidden = false }
    standIn = nil
  }

  /// Replaces the layers of a poster that has left the wall.
  func replaceLayers(of id: PosterCard.ID, with layers: PosterLayers) {
    guard let flyer = flyers.first(where: { $0.id == id }) else { return }
    flyer.layer.removeFromSuperlayer()
    layers.layer.isHidden = standIn?.id == id
    flyer.layers = layers
    flyer.isLarge = false
    let place = flyers.prefix { $0 !== flyer }.count
    layer.insertSublayer(layers.layer, at: place)
    wall.setNeedsPlacement()
  }

  private func frame(of flyer: FlyingPoster, at time: Double) -> Rect {
    flyer.flight.frame(at: clock.time(at: time), between: ends(of: flyer, at: time))
  }

  /// Returns the progress of the wall's disappearance, which is that of the flying poster.
  func progress(at time: Double) -> Double {
    var progress: Double?
    for flyer in flyers where flyer.slot == 0 {
      let own = flyer.fade?.cover(at: time) ?? progressOfFlight(of: flyer, at: time)
      progress = max(progress ?? own, own)
    }
    return progress ?? 0
  }

  private func progressOfFlight(of flyer: FlyingPoster, at time: Double) -> Double {
    flyer.flight.state(at: clock.time(at: time), between: ends(of: flyer, at: time)).progress.value
  }

  /// Toggles flights at a tenth of the speed; returns whether they are slow now.
  func toggleSlowness(at time: Double) -> Bool {
    clock.toggle(at: time)
    return clock.isSlow
  }

  // MARK: Opening and closing

  /// Opens a poster from its cell, as soon as it is ready; returns false if it cannot be read.
  func open(_ id: PosterCard.ID, at time: Double) -> Bool {
    guard let index = dataSource.index(of: id) else { return true }
    awaited = nil
    if let returning = flyers.first(where: { $0.id == id }) {
      reopen(returning, at: time)
      return true
    }
    if !wall.places.visible(at: time).contains(index) { wall.places.reveal(index, animated: false, at: time) }
    wall.show(at: time)
    guard let layers = wall.takeLayers(of: id) ?? layers(of: id, isPage: false) else {
      return awaited != nil
    }
    if let current { goBack(current, at: time) }
    let flyer = FlyingPoster(
      id, layers, Flight(spring: spring, launchVelocity: launchVelocity, pixel: interface.hairline))
    let origin = wall.seenFrame(of: id, at: time)
    wall.places.reveal(index, at: time)
    wall.selection.select(id)
    let cover = progress(at: time)
    add(flyer)
    if interface.reducesMotion {
      flyer.flight.rest(open: true)
      fade(flyer, from: 0, to: 1, cover: cover, 1, at: time)
    } else {
      flyer.flight.go(
        toOpen: true, from: origin, at: clock.time(at: time), between: ends(of: flyer, at: time))
    }
    changed()
    prepareNeighbours(of: index)
    return true
  }

  /// Returns the layers of a poster, or nil and waits if they are not ready.
  private func layers(of id: PosterCard.ID, isPage: Bool) -> PosterLayers? {
    if case .pending = dataSource.layers(of: id) { dataSource.prepare(id) }
    switch dataSource.layers(of: id) {
    case .ready(let layers): return layers
    case .pending:
      awaited = Awaited(id: id, isPage: isPage)
      return nil
    case .unreadable: return nil
    }
  }

  /// Shows the awaited poster once it is ready; returns false if it cannot be read.
  func takeAwaited(at time: Double) -> Bool {
    guard let awaited else { return true }
    if case .pending = dataSource.layers(of: awaited.id) { return true }
    self.awaited = nil
    guard awaited.isPage else { return open(awaited.id, at: time) }
    return dataSource.index(of: awaited.id).map { showPage(at: $0, time: time) } ?? true
  }

  private func add(_ flyer: FlyingPoster) {
    flyers.append(flyer)
    layer.addSublayer(flyer.layer)
    current = flyer
  }

  /// Handles that a poster has left the wall or returned.
  private func changed() {
    wall.setNeedsPlacement()
    updateAbsent()
    onChange()
  }

  private func updateAbsent() {
    var recession = wall.recession
    recession.absent = absent
    wall.recede(to: recession)
  }

  private func reopen(_ flyer: FlyingPoster, at time: Double) {
    if let current, current !== flyer { goBack(current, at: time) }
    current = flyer
    layer.addSublayer(flyer.layer)
    if interface.reducesMotion {
      fade(flyer, from: flyer.opacity(at: time), to: 1, cover: progress(at: time), 1, at: time)
      flyer.flight.rest(open: true)
    } else {
      flyer.flight.go(toOpen: true, at: clock.time(at: time), between: ends(of: flyer, at: time))
    }
  }

  /// Closes the open poster, or releases one that is held.
  func goBack(at time: Double) {
    awaited = nil
    if let flyer = current ?? flyers.last(where: { $0.flight.isHeld }) { goBack(flyer, at: time) }
  }

  /// Whether a poster is waiting to open.
  var isWaiting: Bool { awaited != nil }

  /// Whether a pointer holds a poster.
  var holdsPoster: Bool { flyers.contains { $0.flight.isHeld } }

  private func goBack(_ flyer: FlyingPoster, at time: Double) {
    if current === flyer { current = nil }
    revealUnseen(flyer, at: time)
    // From its visible frame, which differs from its resting frame while something replaces it.
    let origin = standIn?.id == flyer.id ? standIn?.frame() : nil
    if origin != nil {
      endStandIn()
      flyer.flight.rest(open: true)
    }
    if interface.reducesMotion {
      fade(flyer, from: flyer.opacity(at: time), to: 0, cover: progress(at: time), 0, at: time)
    } else {
      flyer.flight.go(
        toOpen: false, from: origin, at: clock.time(at: time), between: ends(of: flyer, at: time))
    }
    wall.setNeedsPlacement()
    updateAbsent()
  }

  /// Scrolls to the cell of a poster, without animation while the wall is invisible.
  private func revealUnseen(_ flyer: FlyingPoster, at time: Double) {
    guard let index = dataSource.index(of: flyer.id) else { return }
    wall.places.reveal(index, animated: progress(at: time) < 1, at: time)
  }

  private func fade(
    _ flyer: FlyingPoster, from opacity: Double, to end: Double, cover: Double, _ lastCover: Double,
    at time: Double
  ) {
    flyer.fade = .init(
      start: time, isComing: lastCover == 1 && end == 1, opacity: .init(first: opacity, last: end),
      cover: .init(first: cover, last: lastCover))
  }

  // MARK: Browsing

  /// Shows the poster that is `step` places further on in the whole window; returns false if it cannot be read.
  func turnPage(by step: Int, at time: Double) -> Bool {
    guard let old = current, let index = dataSource.index(of: old.id) else { return true }
    return showPage(at: min(max(index + step, 0), wall.places.grid.count - 1), time: time)
  }

  /// Shows a poster instead of the open one; returns false if it cannot be read.
  func showPage(at next: Int, time: Double) -> Bool {
    guard let old = current, let index = dataSource.index(of: old.id), next != index,
      next < wall.places.grid.count
    else { return true }
    awaited = nil
    // A poster that makes room for another one is whole.
    changeView(at: time) { $0.zoom(to: nil, about: .zero, at: time, spring: $1) }
    let id = dataSource.id(at: next)
    let known = flyers.first { $0.id == id }
    guard let layers = known?.layers ?? layers(of: id, isPage: true) else { return awaited != nil }
    let direction = next > index ? 1 : -1
    let oldEnds = Dictionary(uniqueKeysWithValues: flyers.map { ($0.id, ends(of: $0, at: time)) })
    let shift = known.map(\.slot) ?? direction
    if !interface.reducesMotion {
      for flyer in flyers where flyer.flight.isOpening == true { flyer.slot -= shift }
    }
    wall.places.reveal(next, animated: progress(at: time) < 1, at: time)
    wall.selection.select(id)
    let flyer = known ?? FlyingPoster(id, layers, old.flight)
    flyer.slot = 0
    if interface.reducesMotion {
      dissolve(to: flyer, from: known == nil ? 0 : flyer.opacity(at: time), at: time)
    } else {
      slide(from: oldEnds, at: time)
      if known == nil {
        flyer.flight = old.flight.joined(
          by: Vector(Double(direction) * pitch, 0), at: clock.time(at: time),
          ends(of: old, at: time),
          to: ends(of: flyer, at: time))
      }
    }
    if known == nil { add(flyer) } else { current = flyer }
    changed()
    prepareNeighbours(of: next)
    return true
  }

  private func slide(from oldEnds: [PosterCard.ID: Flight.Ends], at time: Double) {
    for flyer in flyers where flyer.flight.isOpening == true {
      guard let old = oldEnds[flyer.id] else { continue }
      flyer.flight.slide(at: clock.time(at: time), from: old, to: ends(of: flyer, at: time))
    }
  }

  /// Cross-fades to a poster without motion; the wall stays hidden.
  private func dissolve(to flyer: FlyingPoster, from opacity: Double, at time: Double) {
    let cover = progress(at: time)
    for other in flyers where other !== flyer {
      other.flight.rest(open: true)
      fade(other, from: other.opacity(at: time), to: 0, cover: 0, 0, at: time)
    }
    flyer.flight.rest(open: true)
    fade(flyer, from: opacity, to: 1, cover: cover, 1, at: time)
  }

  private func prepareNeighbours(of index: Int) {
    for neighbour in [index - 1, index + 1] where neighbour >= 0 && neighbour < wall.places.grid.count {
      dataSource.prepare(dataSource.id(at: neighbour))
    }
  }

  // MARK: Dragging

  /// The width of the left edge that can be dragged.
  private static let edge = 24.0

  /// Returns the topmost poster at a point, or the current one if the point is at the left edge.
  private func target(at point: Point, time: Double) -> (
    flyer: FlyingPoster, handle: FlightGrip.Handle
  )? {
    for flyer in flyers.reversed() where flyer.slot == 0 && flyer.fade == nil {
      if flyer === current, point.x < Self.edge { return (flyer, .edge) }
      if frame(of: flyer, at: time).contains(point) { return (flyer, .poster) }
    }
    return nil
  }

  func isGrabbable(at point: Point, time: Double) -> Bool { target(at: point, time: time) != nil }

  /// Grabs the topmost poster at a point, or the left edge, and returns the poster.
  func grab(at point: Point, time: Double) -> FlyingPoster? {
    guard let (flyer, handle) = target(at: point, time: time) else { return nil }
    flyer.flight.grab(
      at: point, handle, time: clock.time(at: time), between: ends(of: flyer, at: time))
    return flyer
  }

  func drag(_ flyer: FlyingPoster, to point: Point, time: Double) {
    flyer.flight.drag(to: point, time: clock.time(at: time))
  }

  /// Releases a dragged poster.
  func release(_ flyer: FlyingPoster, at point: Point, time: Double) {
    drag(flyer, to: point, time: time)
    let cover = progress(at: time)
    let isOpening = flyer.flight.release(
      at: clock.time(at: time), between: ends(of: flyer, at: time))
    letGo(flyer, isOpening: isOpening, cover: cover, at: time)
  }

  /// Returns a dragged poster to where it was, or lets it continue its flight.
  func cancelDrag(of flyer: FlyingPoster, at time: Double) {
    guard flyer.flight.isHeld else { return }
    let cover = progress(at: time)
    let isOpening = flyer.flight.cancelDrag(
      at: clock.time(at: time), between: ends(of: flyer, at: time))
    letGo(flyer, isOpening: isOpening, cover: cover, at: time)
  }

  private func letGo(_ flyer: FlyingPoster, isOpening: Bool, cover: Double, at time: Double) {
    if isOpening {
      if let current, current !== flyer { goBack(current, at: time) }
      current = flyer
    } else {
      if current === flyer { current = nil }
      revealUnseen(flyer, at: time)
      flyer.flight.retarget(at: clock.time(at: time), between: ends(of: flyer, at: time))
    }
    if interface.reducesMotion {
      flyer.flight.rest(open: isOpening)
      fade(flyer, from: 1, to: 1, cover: cover, isOpening ? 1 : 0, at: time)
    }
    updateAbsent()
  }

  // MARK: Frames

  /// Follows cells that have moved.
  func retarget(at time: Double) {
    for flyer in flyers {
      flyer.flight.retarget(at: clock.time(at: time), between: ends(of: flyer, at: time))
    }
  }

  /// Removes posters that are no longer listed.
  func dropLost() {
    for flyer in flyers where dataSource.index(of: flyer.id) == nil { leave(flyer) }
  }

  /// Advances the posters and the wall behind them to a time; returns when the next frame is needed.
  func show(at time: Double) -> Double? {
    guard !flyers.isEmpty || shownProgress != 0 else { return nil }
    land(at: time)
    enlarge(at: time)
    shownProgress = progress(at: time)
    var isMoving = wall.scroll.isMoving(at: time)
    for flyer in flyers {
      let flies = flyer.flight.outcome(at: clock.time(at: time)) == nil
      if flyer.view.isMoving(at: time) { isMoving = true }
      if flies, !flyer.flight.isHeld { isMoving = true }
      if flyer.fade.map({ !$0.isOver(at: time) }) == true { isMoving = true }
      flyer.show(
        frame(of: flyer, at: time), progress: progressOfFlight(of: flyer, at: time),
        opacity: flyer.slot == 0 ? flyer.opacity(at: time) : min(max(shownProgress, 0), 1),
        moves: flies || flyer.view.isZooming(at: time), interface)
    }
    wall.recede(to: WallRecession(progress: shownProgress, scales: !isFading, absent: absent))
    return isMoving ? time : nil
  }

  /// Removes posters that have landed or have been passed by.
  private func land(at time: Double) {
    for flyer in flyers {
      let outcome = flyer.flight.outcome(at: clock.time(at: time))
      let hasFaded = flyer.fade.map { $0.isOver(at: time) } ?? false
      if hasFaded, flyer.fade?.isComing == true {
        flyer.fade = nil
        wall.setNeedsPlacement()
      } else if flyer.fade != nil ? hasFaded : outcome == false && !wall.scroll.isMoving(at: time) {
        leave(flyer)
      } else if outcome == true, flyer.slot != 0 {
        leave(flyer)
      }
    }
  }

  private func leave(_ flyer: FlyingPoster) {
    flyers.removeAll { $0 === flyer }
    flyer.layer.removeFromSuperlayer()
    flyer.layer.isMoving = false
    flyer.alignCodes(toPixels: nil)
    flyer.layer.shadow = nil
    flyer.layer.opacity = 1
    if current === flyer { current = nil }
    if flyer.slot == 0 { wall.putBack(flyer.layers, flyer.id) }
    changed()
  }
}

/// The clock of flights: that of the window, or a tenth of its speed for inspection.
struct FlightClock: Hashable, Sendable {
  private(set) var isSlow = false
  private var since = 0.0
  private var base = 0.0

  static let slowness = 10.0

  func time(at time: Double) -> Double {
    isSlow ? base + (time - since) / Self.slowness : base + time - since
  }

  mutating func toggle(at time: Double) {
    base = self.time(at: time)
    since = time
    isSlow.toggle()
  }
}
