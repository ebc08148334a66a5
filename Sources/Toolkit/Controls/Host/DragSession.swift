import Geometry
import Scene

/// A drag over the controls, from another program or from one of them.
final class DragSession {
  private unowned let host: ControlHost
  let layer = Layer()
  private let highlight = Layer()
  private let pill = Layer()
  private var content: DropEvent.Content?
  private var preview: Layer?
  private var target: Target?
  private(set) var isFromInside = false
  private var onEnd: () -> Void = {}
  /// The data for other programs, or nil if the drag stays in the window.
  private var offer: DragOffer?
  /// Whether the drag has ever left the window.
  private var hasLeft = false
  private var isOutside = false

  private struct Target {
    var control: Control
    var proposal: DropProposal
  }

  init(host: ControlHost) {
    self.host = host
    layer.name = "drag"
    layer.isHidden = true
    layer.addSublayer(highlight)
    layer.addSublayer(pill)
  }

  var isActive: Bool { content != nil }

  /// The reason why another program's drag was refused at the position where it left the window, and the time.
  private var refusal: (words: String, time: Double)?
  /// The time at which the pointer was over the window during another program's drag.
  private var pointerTime: Double?
  /// The area around the pointer that a drag icon of usual size may cover.
  private static let iconReach = EdgeInsets(top: 48, left: 64, bottom: 128, right: 128)
  /// The maximum time between a drag leaving the window and the pointer returning after a drop there, in seconds.
  private static let returnTime = 0.5

  /// Whether the window accepts the drag at its position.
  var isAccepted: Bool { target?.proposal.isAccepted == true }

  func begin(
    _ content: DropEvent.Content, preview: Layer?, offer: DragOffer?, at point: Point?,
    onEnd: @escaping () -> Void
  ) {
    self.content = content
    self.offer = offer
    self.onEnd = onEnd
    self.preview = preview
    isFromInside = true
    if let preview { layer.insertSublayer(preview, at: 0) }
    if let point { move(to: point) }
  }

  func move(_ content: DropEvent.Content, to point: Point) {
    refusal = nil
    self.content = content
    move(to: point)
  }

  func move(to point: Point) {
    guard let content, !carryOut(to: point) else { return }
    let found = find(content, at: point)
    if let old = target?.control, old !== found?.control { old.dragLeft() }
    target = found
    if let found {
      found.control.dragMoved(
        DropEvent(content, at: found.control.convert(fromWindow: point), time: host.now))
    }
    show(at: point)
  }

  /// Carries the drag to other programs while the pointer is outside of the window; returns whether it is.
  private func carryOut(to point: Point) -> Bool {
    guard isFromInside, let offer, let carrier = host.dragCarrier else { return false }
    guard !carrier.isOverWindow(host.reflected(point)) else {
      if isOutside { carrier.comeBack() }
      isOutside = false
      return false
    }
    if !isOutside {
      isOutside = true
      target?.control.dragLeft()
      target = nil
      layer.isHidden = true
    }
    if !hasLeft {
      hasLeft = true
      let card = DragCard(title: offer.title, preview: preview)
      carrier.begin(offer) { [interface = host.interface] in card.layer($0, interface) }
      if let preview { layer.insertSublayer(preview, at: 0) }
    }
    carrier.move(to: host.reflected(point))
    return true
  }

  func leave() {
    guard !isFromInside else { return }
    let refused = target.flatMap { $0.proposal.isAccepted ? nil : $0.proposal.words }
    let pointerTime = pointerTime
    cancel()
    refusal = refused.map { ($0, host.now) }
    if let pointerTime { tellOfRefusal(at: pointerTime) }
  }

  /// Records that the pointer is over the window; the window system reports it only while no other program drags
  /// something.
  ///
  /// A program whose drop is not allowed only reports that its drag has left. If the pointer returns just before or
  /// after that, it has dropped something over the window, and the person learns why it was refused.
  func pointerCame(at time: Double) {
    if isActive, !isFromInside { pointerTime = time } else { tellOfRefusal(at: time) }
  }

  private func tellOfRefusal(at time: Double) {
    guard let refused = refusal else { return }
    refusal = nil
    if abs(time - refused.time) < Self.returnTime { host.say(refused.words) }
  }

  func cancel() {
    if hasLeft { host.dragCarrier?.cancel() }
    let left = target?.control
    hide()
    left?.dragLeft()
  }

  private func hide() {
    (content, target, isFromInside) = (nil, nil, false)
    (offer, hasLeft, isOutside) = (nil, false, false)
    pointerTime = nil
    preview?.removeFromSuperlayer()
    preview = nil
    layer.isHidden = true
    let end = onEnd
    onEnd = {}
    end()
  }

  func drop(_ content: DropEvent.Content, at point: Point) {
    self.content = content
    end(at: point)
  }

  func end(at point: Point) {
    guard let content else { return }
    if isOutside {
      host.dragCarrier?.drop()
      return hide()
    }
    if hasLeft { host.dragCarrier?.cancel() }
    let found = find(content, at: point)
    let left = target?.control
    hide()
    // The control that accepts the drop still knows whether it was dragged there.
    defer { left?.dragLeft() }
    guard let found else { return }
    guard found.proposal.isAccepted else { return host.say(found.proposal.words) }
    found.control.drop(
      DropEvent(content, at: found.control.convert(fromWindow: point), time: host.now))
  }

  private func find(_ content: DropEvent.Content, at point: Point) -> Target? {
    guard let hit = host.target(at: point) else { return nil }
    for control in hit.chain {
      let event = DropEvent(content, at: control.convert(fromWindow: point), time: host.now)
      if let proposal = control.proposal(for: event) { return Target(control: control, proposal: proposal) }
    }
    return nil
  }

  private func show(at point: Point) {
    layer.isHidden = false
    preview?.position = point
    highlight.isHidden = target == nil
    pill.isHidden = target == nil
    guard let target else { return }
    let (interface, theme) = (host.interface, host.interface.theme)
    let color = target.proposal.isAccepted ? theme.highlight : theme.fault
    let area = target.control.convert(toWindow: target.proposal.frame ?? target.control.bounds)
      .pixelAligned(scale: interface.scale)
    highlight.frame = area
    highlight.cornerRadius = target.control.focusRadius
    highlight.borderWidth = 2
    highlight.borderColor = color
    highlight.backgroundColor = target.proposal.isAccepted ? color.withAlpha(0.1) : nil
    let width = min(
      interface.line(target.proposal.words, style: Theme.strong).width + 24, host.size.width - 16)
    pill.frame = place(of: Size(width, 30), for: area, at: point)
    pill.setSurface(theme.raised, radius: 15, elevation: 2, interface)
    pill.removeSublayers()
    let room = Rect(x: 12, y: 0, width: width - 24, height: 30)
    let ink = target.proposal.isAccepted ? theme.ink : theme.fault
    pill.addSublayer(
      Layer(target.proposal.words, style: Theme.strong, color: ink, in: room, alignment: .center, interface))
  }

  /// Returns a readable place for text during a drag over the window: in the middle of its area, or else where the
  /// pointer and the drag icon do not cover it. Readable text does not move.
  private func place(of size: Size, for area: Rect, at point: Point) -> Rect {
    let window = Rect(origin: .zero, size: host.size).inset(by: 8)
    let carried = carriedFrame(at: point)
    func centred(y: Double, on x: Double) -> Rect {
      let x = min(max(x - size.width / 2, window.minX), window.maxX - size.width)
      let y = min(max(y, window.minY), window.maxY - size.height)
      return Rect(x: x, y: y, width: size.width, height: size.height)
        .pixelAligned(scale: host.interface.scale)
    }
    // Text does not cover a small target.
    let isFlat = area.width > 60 && area.height < 60
    let inside = isFlat ? [] : [area.midY - size.height / 2, area.minY + 8, area.maxY - 8 - size.height]
    let outside = [area.maxY + 6, area.minY - 6 - size.height]
    let places =
      (inside + outside).map { centred(y: $0, on: area.midX) }
      + [carried.maxY + 6, carried.minY - 6 - size.height].map { centred(y: $0, on: point.x) }
      + [carried.maxX + 6 + size.width / 2, carried.minX - 6 - size.width / 2].map {
        centred(y: carried.midY - size.height / 2, on: $0)
      }
    let readable = places.filter { $0.intersection(carried)?.isEmpty ?? true }
    return readable.first { $0 == pill.frame } ?? readable.first ?? places[0]
  }

  /// Returns the area that the pointer and the drag icon may cover; other programs do not report the size of theirs.
  private func carriedFrame(at point: Point) -> Rect {
    let pointer = Rect(origin: point, size: Size(24, 24))
    guard isFromInside else {
      return Rect(center: point, size: .zero).inset(
        by: EdgeInsets(
          top: -Self.iconReach.top, left: -Self.iconReach.left, bottom: -Self.iconReach.bottom,
          right: -Self.iconReach.right))
    }
    guard let preview else { return pointer }
    return pointer.union(DragCard.extent(of: preview).offset(by: point - .zero))
  }
}
