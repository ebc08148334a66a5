import Colors
import Geometry
import Input
import Motion
public import Scene

/// The raised surface of a menu, popover, dialog or sheet.
final class OverlayPanel: Control {
  enum Placement {
    /// At a point or beside a rectangle, without an arrow.
    case menu(Rect)
    /// Beside a row of a parent menu.
    case submenu(Rect, of: Rect)
    /// Beside a rectangle of the window, with an arrow toward it, or as a sheet if it does not fit. `clear` stays
    /// uncovered, and a place at its sides is preferred to one above or below.
    case popover(Rect, clear: Rect?)
    /// Modal, in the middle of the window.
    case dialog
  }

  /// The side on which the panel stands.
  private enum Side {
    case below, above, right, left
    /// At the lower edge of the window, at its full width.
    case sheet
    case middle
  }

  let content: Control
  private let placement: Placement
  private var side = Side.below
  /// The arrow's tip, in the panel's own coordinates.
  private var tip = Point.zero
  /// Darkens the window behind a sheet.
  private let scrim = Layer()
  private let surface = Layer()
  private let arrow = Layer()
  private let contentLayer = Layer()
  /// The hairline around the surface, in front of content that scrolls to the edge.
  private let edge = Layer()

  private static let margin = 8.0
  private static let arrowLength = 8.0
  /// The minimum window width for popovers instead of sheets, in points.
  private static let roomForPopovers = 900.0
  private static let gap = 2.0

  init(_ content: Control, _ placement: Placement) {
    self.content = content
    self.placement = placement
    super.init(label: content.label)
    let parts = [
      (scrim, "scrim"), (surface, "surface"), (contentLayer, "content"), (edge, "edge"), (arrow, "arrow"),
    ]
    for (part, name) in parts {
      part.name = name
      layer.addSublayer(part)
    }
    contentLayer.masksToBounds = true
    layer.name = "panel"
    addChild(content, in: contentLayer)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var focusRingContainer: Layer? { layer }

  var isModal: Bool {
    switch placement {
    case .dialog, .menu, .submenu: true
    case .popover: side == .sheet
    }
  }

  /// Whether a press beside it only closes it.
  var swallowsPresses: Bool { isModal }

  var closesByPress: Bool {
    if case .dialog = placement { return content.closesByPressBeside }
    return true
  }

  /// Returns whether a point of the window is on the panel.
  func contains(_ point: Point) -> Bool { bounds.contains(point - (frame.origin - .zero)) }

  // MARK: Place

  /// Places the panel in a window of some size, beside its anchor and never over it.
  func place(in window: Size, _ interface: Interface) {
    let room = Size(max(window.width - 2 * Self.margin, 1), max(window.height - 2 * Self.margin, 1))
    let wanted = content.preferredSize(in: room, interface)
    let size = Size(min(wanted.width, room.width), min(wanted.height, room.height))
    switch placement {
    case .dialog:
      side = .middle
      frame = Rect(center: Point(window.width / 2, window.height / 2), size: size)
    case .menu(let anchor): placeMenu(size, beside: anchor, in: window)
    case .submenu(let row, let menu): placeSubmenu(size, beside: row, of: menu, in: window)
    case .popover(let anchor, let clear): placePopover(size, toward: anchor, beside: clear, in: window)
    }
    frame = frame.pixelAligned(scale: interface.scale)
    scrim.isHidden = side != .sheet
    scrim.frame = Rect(origin: .zero, size: window).offset(by: .zero - frame.origin)
    setNeedsLayout()
  }

  private func placeMenu(_ size: Size, beside anchor: Rect, in window: Size) {
    let margin = Self.menuMargin
    side = .below
    let x = anchor.minX + size.width + margin <= window.width ? anchor.minX : anchor.maxX - size.width
    let fitsBelow = anchor.maxY + size.height + margin <= window.height
    // A menu at a point moves up until it fits; one beside a control opens above it.
    let above = anchor.isEmpty ? window.height - size.height - margin : anchor.minY - size.height
    let y = fitsBelow ? anchor.maxY : above
    frame = Rect(x: max(margin, x), y: max(margin, y), width: size.width, height: size.height)
  }

  /// The room between a menu and the edge of the window, in points.
  private static let menuMargin = 4.0

  /// Returns whether a menu of some width fits beside another one.
  static func hasRoom(for width: Double, beside menu: Rect, in window: Size) -> Bool {
    menu.maxX + width + menuMargin <= window.width || menu.minX - width - menuMargin >= 0
  }

  private func placeSubmenu(_ size: Size, beside row: Rect, of menu: Rect, in window: Size) {
    side = .below
    let isAtRight = menu.maxX + size.width + Self.menuMargin <= window.width
    // The first row is aligned with the parent row.
    let y = min(row.minY - MenuView.padding, window.height - size.height - Self.menuMargin)
    frame = Rect(
      x: isAtRight ? menu.maxX : menu.minX - size.width, y: max(y, Self.menuMargin), width: size.width,
      height: size.height)
  }

  private func placePopover(_ size: Size, toward anchor: Rect, beside clear: Rect?, in window: Size) {
    let reach = Self.arrowLength + Self.gap
    // The anchor may be scrolled out of the window.
    let anchor = Rect(
      Point(min(max(anchor.minX, 0), window.width), min(max(anchor.minY, 0), window.height)),
      Point(min(max(anchor.maxX, 0), window.width), min(max(anchor.maxY, 0), window.height)))
    let taken = clear.map { $0.union(anchor) } ?? anchor
    let upright: [(side: Side, fits: Bool)] = [
      (.below, window.height - taken.maxY - reach - Self.margin >= size.height),
      (.above, taken.minY - reach - Self.margin >= size.height),
    ]
    let level: [(side: Side, fits: Bool)] = [
      (.right, window.width - taken.maxX - reach - Self.margin >= size.width),
      (.left, taken.minX - reach - Self.margin >= size.width),
    ]
    let rooms = clear == nil ? upright + level : level + upright
    side = rooms.first(where: \.fits)?.side ?? .sheet
    if side == .sheet, let clear, placeOverRest(size, toward: anchor, beside: clear, in: window) { return }
    if side == .sheet, window.width >= Self.roomForPopovers { side = .middle }
    func along(_ middle: Double, _ length: Double, _ room: Double) -> Double {
      min(max(middle - length / 2, Self.margin), max(room - Self.margin - length, Self.margin))
    }
    let x = along(anchor.midX, size.width, window.width)
    let y = along(anchor.midY, size.height, window.height)
    switch side {
    case .below: frame = Rect(origin: Point(x, taken.maxY + reach), size: size)
    case .above: frame = Rect(origin: Point(x, taken.minY - reach - size.height), size: size)
    case .right: frame = Rect(origin: Point(taken.maxX + reach, y), size: size)
    case .left: frame = Rect(origin: Point(taken.minX - reach - size.width, y), size: size)
    case .middle:
      // At the edge of the window, covering as little of its owner as possible.
      let isAtRight = window.width - taken.maxX >= taken.minX
      frame = Rect(
        origin: Point(isAtRight ? window.width - Self.margin - size.width : Self.margin, y), size: size)
    case .sheet:
      let height = min(size.height, window.height - 24)
      frame = Rect(x: 0, y: window.height - height, width: window.width, height: height)
    }
    tip = anchor.center - (frame.origin - .zero)
  }

  /// Places the panel on the anchor's side of `clear`, over other content; returns false if that side is too narrow.
  private func placeOverRest(_ size: Size, toward anchor: Rect, beside clear: Rect, in window: Size) -> Bool {
    let strips = [
      (clear.maxX + Self.margin, window.width - Self.margin), (Self.margin, clear.minX - Self.margin),
    ]
    guard
      let (left, right) = strips.first(where: { left, right in
        right - left >= size.width && (left...right).contains(anchor.midX)
      })
    else { return false }
    let reach = Self.arrowLength + Self.gap
    let x = min(max(anchor.midX - size.width / 2, left), right - size.width)
    let last = window.height - Self.margin - size.height
    if anchor.maxY + reach <= last {
      side = .below
      frame = Rect(origin: Point(x, anchor.maxY + reach), size: size)
    } else if anchor.minY - reach - Self.margin >= size.height {
      side = .above
      frame = Rect(origin: Point(x, anchor.minY - reach - size.height), size: size)
    } else {
      side = .middle
      let y = min(max(anchor.midY - size.height / 2, Self.margin), max(last, Self.margin))
      frame = Rect(origin: Point(x, y), size: size)
    }
    tip = anchor.center - (frame.origin - .zero)
    return true
  }

  override func layOut(_ interface: Interface) {
    surface.frame = bounds
    contentLayer.frame = bounds
    edge.frame = bounds
    contentLayer.cornerRadius = Theme.cardRadius
    // A sheet is as wide as the window, its content at most its preferred width.
    let wanted = content.preferredSize(in: frame.size, interface)
    let width = min(wanted.width, bounds.width)
    content.frame = Rect(
      x: ((bounds.width - width) / 2).rounded(), y: 0, width: width, height: min(wanted.height, bounds.height)
    )
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    let theme = interface.theme
    scrim.backgroundColor = theme.scrim
    surface.setSurface(
      theme.raised, radius: Theme.cardRadius, elevation: isModal && side != .below ? 4 : 2, interface)
    surface.borderWidth = 0
    edge.setSurface(nil, radius: Theme.cardRadius, interface)
    arrow.contents = arrowPath().map { .path(PathContents($0, color: theme.raised)) }
    arrow.frame = bounds
  }

  /// Returns a triangle from the panel's edge toward the anchor.
  private func arrowPath() -> Path? {
    guard case .popover = placement else { return nil }
    let half = Self.arrowLength
    let low = Theme.cardRadius + half
    let x = min(max(tip.x, low), max(bounds.width - low, low))
    let y = min(max(tip.y, low), max(bounds.height - low, low))
    let corners: [Point]
    switch side {
    case .below: corners = [Point(x - half, 1), Point(x, -half), Point(x + half, 1)]
    case .above:
      let edge = bounds.height
      corners = [Point(x - half, edge - 1), Point(x, edge + half), Point(x + half, edge - 1)]
    case .right: corners = [Point(1, y - half), Point(-half, y), Point(1, y + half)]
    case .left:
      let edge = bounds.width
      corners = [Point(edge - 1, y - half), Point(edge + half, y), Point(edge - 1, y + half)]
    case .sheet, .middle: return nil
    }
    return Path { path in
      path.move(to: corners[0])
      path.line(to: corners[1])
      path.line(to: corners[2])
      path.close()
    }
  }

  /// Fades in; under reduced motion, menus and popovers appear immediately.
  func appear(at time: Double, _ interface: Interface) {
    guard !interface.reducesMotion, let tree = layer.tree else { return }
    switch placement {
    case .menu, .submenu: return
    case .popover, .dialog: break
    }
    tree.fadeIn([layer], at: time, duration: 0.12)
  }

  override var accessibility: AccessibilityNode {
    // The content may itself be a dialog, which is announced once.
    let isDialog = if case .dialog = placement { content.accessibility.role != .dialog } else { false }
    return AccessibilityNode(role: isDialog ? .dialog : .group, label: label, frame: frame)
  }
}

extension LayerTree {
  /// Fades layers in.
  ///
  /// - Parameters:
  ///   - layers: The layers.
  ///   - time: The time of the start, in seconds.
  ///   - duration: The duration in seconds.
  public func fadeIn(_ layers: [Layer], at time: Double, duration: Double) {
    for layer in layers { layer.opacity = 0 }
    transact(Transaction(at: time, action: .eased(duration: duration, .easeOut))) {
      for layer in layers { layer.opacity = 1 }
    }
  }
}
