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
  /// What other programs are given, or nil where the drag stays in the window.
  private var offer: DragOffer?
  /// Whether the drag has left the window, now or earlier.
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

  /// Whether what is dragged over the window would be taken where it is.
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

  /// Carries what is dragged to other programs while the pointer is outside of the window; returns whether it is.
  private func carryOut(to point: Point) -> Bool {
    guard isFromInside, let offer, let carrier = host.dragCarrier else { return false }
    guard !carrier.isOverWindow(point) else {
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
    carrier.move(to: point)
    return true
  }

  func leave() { if !isFromInside { cancel() } }

  func cancel() {
    if hasLeft { host.dragCarrier?.cancel() }
    let left = target?.control
    hide()
    left?.dragLeft()
  }

  private func hide() {
    (content, target, isFromInside) = (nil, nil, false)
    (offer, hasLeft, isOutside) = (nil, false, false)
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
    // Whoever takes the drop still knows whether it was dragged there.
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
    let color = target.proposal.isAccepted ? theme.focusRing : theme.fault
    let area = (target.proposal.frame ?? target.control.bounds)
      .offset(by: target.control.originInWindow - .zero).pixelAligned(scale: interface.scale)
    highlight.frame = area
    highlight.cornerRadius = target.control.focusRadius
    highlight.borderWidth = 2
    highlight.borderColor = color
    highlight.backgroundColor = target.proposal.isAccepted ? color.withAlpha(0.1) : nil
    let width = min(
      interface.line(target.proposal.words, style: Theme.strong).width + 24, host.size.width - 16)
    // What is small is not covered by what will happen there.
    let top = area.width > 60 && area.height < 60 ? area.maxY + 6 : area.midY - 15
    let place = Point(
      min(max(area.midX - width / 2, 8), host.size.width - 8 - width),
      min(max(top, 8), host.size.height - 38))
    pill.frame = Rect(x: place.x, y: place.y, width: width, height: 30).pixelAligned(scale: interface.scale)
    pill.setSurface(theme.raised, radius: 15, elevation: 2, interface)
    pill.removeSublayers()
    let room = Rect(x: 12, y: 0, width: width - 24, height: 30)
    let ink = target.proposal.isAccepted ? theme.ink : theme.fault
    pill.addSublayer(
      Layer(target.proposal.words, style: Theme.strong, color: ink, in: room, alignment: .center, interface))
  }
}
