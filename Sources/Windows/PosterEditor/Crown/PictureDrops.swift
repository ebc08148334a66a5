import Files
import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Application
import Typography

/// Handles a picture dropped on the poster, which becomes its background, its crown, or a picture where it was dropped.
///
/// During a drag, the page shows a target for each. If a desktop reports only the drop, large buttons ask for the use
/// instead.
final class PictureDrops {
  enum Use: Hashable, CaseIterable {
    case crown
    case element
    case ground

    var words: Message {
      switch self {
      case .crown: Message("Use as crown")
      case .element: Message("Place here")
      case .ground: Message("Use as ground")
      }
    }
  }

  private let session: EditorSession
  /// Uses a file, dropped at a place in fractions of the page.
  var onTake: (_ path: String, Use, _ place: Point) -> Void = { _, _, _ in }
  /// Uses a font file.
  var onTakeFont: (_ path: String) -> Void = { _ in }

  /// The targets, over the page.
  let layer = Layer()
  /// The target under the pointer during a drag.
  private var dragged: Use?

  static let extensions: Set = ["png", "jpg", "jpeg", "webp", "svg", "svgz"]

  init(_ session: EditorSession) {
    self.session = session
    layer.name = "targets"
    layer.isHidden = true
  }

  /// Returns the first file with the extension of a picture, or nil.
  static func picture(in content: DropEvent.Content) -> String? {
    guard case .files(let paths) = content else { return nil }
    return paths.first { extensions.contains(FilePath($0).formatEnding) }
  }

  /// Returns the first file with the extension of a font if there is no picture, or nil.
  static func font(in content: DropEvent.Content) -> String? {
    guard case .files(let paths) = content, picture(in: content) == nil else { return nil }
    return paths.first(where: FontFile.isNamed)
  }

  /// Explains why files are refused, none of which has the extension of a picture.
  static func refusal(of paths: [String], in language: Language) -> String {
    let message = Message(
      "{names} is not a picture. A poster takes JPEG, PNG, WebP and SVG, and tables as CSV, TSV or JSON lines.",
      plural:
        "{names} are not pictures. A poster takes JPEG, PNG, WebP and SVG, and tables as CSV, TSV or JSON lines.",
      count: paths.count, parts: ["names": QuotedNames(paths).message])
    return language.localized(message)
  }

  /// Describes the files that were dropped together with the used one and ignored.
  static func remainder(of paths: [String], without path: String, in language: Language) -> String {
    let others = paths.filter { $0 != path }
    let message = Message(
      "A poster takes one picture at a time. {names} was left out.",
      plural: "A poster takes one picture at a time. {names} were left out.", count: others.count,
      parts: ["names": QuotedNames(others).message])
    return language.localized(message)
  }

  private static func isDrawing(_ path: String) -> Bool {
    ["svg", "svgz"].contains(FilePath(path).formatEnding)
  }

  /// The uses of a file, from the top of the page; a drawing is drawn in the ink and cannot be the ground.
  private func uses(of path: String) -> [Use] {
    Self.isDrawing(path) ? [.crown, .element] : Use.allCases
  }

  /// Returns the part of the page that is the target of one of the uses.
  private func frame(of use: Use, among uses: [Use], on page: Rect) -> Rect {
    let room = page.inset(by: 10)
    let height = ((room.height + 8) / Double(uses.count) - 8).rounded()
    let place = Double(uses.firstIndex(of: use) ?? 0)
    return Rect(x: room.minX, y: room.minY + place * (height + 8), width: room.width, height: height)
  }

  private func use(at point: Point, among uses: [Use], on page: Rect) -> Use {
    uses.first { point.y <= frame(of: $0, among: uses, on: page).maxY + 4 } ?? uses[uses.count - 1]
  }

  /// Returns a point in fractions of the page.
  private func place(_ point: Point, on page: Rect) -> Point {
    Point((point.x - page.minX) / max(page.width, 1), (point.y - page.minY) / max(page.height, 1))
  }

  // MARK: Dragging

  func proposal(for event: DropEvent, on page: Rect) -> DropProposal? {
    guard case .files(let paths) = event.content else { return nil }
    guard let path = Self.picture(in: event.content) else {
      // Poster documents are left to the parent, which can add them.
      if paths.contains(where: { $0.lowercased().hasSuffix(".json") }) { return nil }
      if Self.font(in: event.content) != nil {
        return DropProposal(
          session.refusal ?? session.localized("Use as the font"), frame: page,
          isAccepted: session.refusal == nil)
      }
      return DropProposal(
        Self.refusal(of: paths, in: session.interface.language), frame: page, isAccepted: false)
    }
    if let refusal = session.refusal { return DropProposal(refusal, frame: page, isAccepted: false) }
    let uses = uses(of: path)
    let use = use(at: event.point, among: uses, on: page)
    return DropProposal(session.localized(use.words), frame: frame(of: use, among: uses, on: page))
  }

  /// Shows all targets.
  func move(_ event: DropEvent, on page: Rect, _ interface: Interface) {
    guard let path = Self.picture(in: event.content), session.refusal == nil else { return }
    let uses = uses(of: path)
    let use = use(at: event.point, among: uses, on: page)
    guard use != dragged || layer.isHidden else { return }
    dragged = use
    layer.isHidden = false
    layer.removeSublayers()
    for target in uses {
      let frame = frame(of: target, among: uses, on: page).pixelAligned(scale: interface.scale)
      var ground = interface.theme.window
      ground.alpha = target == use ? 0.55 : 0.78
      let card = Layer(frame, fill: ground, radius: 2)
      card.borderWidth = interface.hairline
      card.borderColor = interface.theme.hairline
      // The drag itself shows the text of the target under the pointer.
      if target != use {
        card.addSublayer(pill(session.localized(target.words), in: frame.size, interface))
      }
      layer.addSublayer(card)
    }
  }

  private func pill(_ words: String, in room: Size, _ interface: Interface) -> Layer {
    let theme = interface.theme
    let width = interface.line(words, style: Theme.strong).width + 24
    let place = Rect(x: (room.width - width) / 2, y: room.height / 2 - 15, width: width, height: 30)
    let pill = Layer(place.pixelAligned(scale: interface.scale), fill: theme.raised, radius: 15)
    pill.borderWidth = interface.hairline
    pill.borderColor = theme.hairline
    pill.addSublayer(
      Layer(
        words, style: Theme.strong, color: theme.secondaryInk,
        in: Rect(x: 12, y: 0, width: width - 24, height: 30), interface))
    return pill
  }

  func leave() {
    dragged = nil
    layer.isHidden = true
    layer.removeSublayers()
  }

  // MARK: Dropping

  /// Uses the file dropped on a canvas: for the target under it, or after asking for its use.
  func drop(_ event: DropEvent, on page: Rect, of canvas: Control) {
    if let font = Self.font(in: event.content), session.mayChange() { return onTakeFont(font) }
    guard let path = Self.picture(in: event.content), session.mayChange() else { return }
    if case .files(let paths) = event.content, paths.count > 1 {
      session.say(Self.remainder(of: paths, without: path, in: session.interface.language))
    }
    let (uses, spot) = (uses(of: path), place(event.point, on: page))
    if dragged != nil { return onTake(path, use(at: event.point, among: uses, on: page), spot) }
    if Self.isDrawing(path) { return onTake(path, .crown, spot) }
    guard let host = canvas.host else { return }
    let name = FilePath(path).name
    let question = PictureQuestion(name, session.interface.language)
    question.onAnswer = { [unowned self, weak host, unowned question] use in
      host?.close(question)
      onTake(path, use, spot)
    }
    let place = canvas.convert(toWindow: event.point)
    host.showPopover(question, at: Rect(center: place, size: Size(2, 2)))
    host.setFocus(question.buttons.first)
  }
}

/// Large buttons that ask for the use of a picture.
final class PictureQuestion: Control {
  private let question: String
  var onAnswer: (PictureDrops.Use) -> Void = { _ in }
  private(set) var buttons: [LargeButton] = []
  private let words = Layer()

  init(_ name: String, _ language: Language) {
    question = language.localized("What is “{name}” for?", ["name": name])
    super.init(label: language.localized("What is the picture for?"))
    layer.addSublayer(words)
    buttons = [
      LargeButton(language.localized("Ground"), sign: .ground) { [unowned self] in onAnswer(.ground) },
      LargeButton(language.localized("Crown"), sign: .crown) { [unowned self] in onAnswer(.crown) },
      LargeButton(language.localized("Picture"), sign: .element) { [unowned self] in onAnswer(.element) },
    ]
    for button in buttons { addChild(button) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var arrowNavigation: ArrowNavigation? { .horizontal }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(448, room.width), 184)
  }

  override func layOut(_ interface: Interface) {
    let margin = Theme.margin
    let count = Double(buttons.count)
    let width = (bounds.width - 2 * margin - 12 * (count - 1)) / count
    for (place, button) in buttons.enumerated() {
      button.frame = Rect(
        x: margin + Double(place) * (width + 12), y: 48, width: width, height: bounds.height - 48 - margin
      ).pixelAligned(scale: interface.scale)
    }
  }

  override func update(_ interface: Interface) {
    words.removeSublayers()
    let room = Rect(x: Theme.margin, y: 12, width: bounds.width - 2 * Theme.margin, height: 26)
    words.addSublayer(
      Layer(
        question, style: Theme.strong, color: interface.theme.ink, in: room, isElastic: true, interface))
  }
}

/// A button with a large sign above its title.
final class LargeButton: PressableControl {
  enum Sign: Hashable {
    case ground
    case crown
    case element
  }

  private let sign: Sign
  private let action: () -> Void

  init(_ label: String, sign: Sign, action: @escaping () -> Void) {
    self.sign = sign
    self.action = action
    super.init(label: label)
  }

  override func press(at point: Point?, time: Double) { action() }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    layer.backgroundColor = isDown ? theme.pressed : isHovered ? theme.window : theme.raised
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    // A small poster, with the picture's part in the accent.
    let page = Rect(x: bounds.midX - 22, y: 16, width: 44, height: 62).pixelAligned(scale: interface.scale)
    let isGround = sign == .ground
    let sheet = Layer(page, fill: isGround ? theme.ink : theme.pressed, radius: 2)
    sheet.borderWidth = interface.hairline
    sheet.borderColor = theme.hairline
    layer.addSublayer(sheet)
    let ink = isGround ? theme.raised : theme.ink
    let faint = isGround ? theme.raised.with(alpha: 0.55) : theme.ink.with(alpha: 0.35)
    let crown = Layer(
      frame: Rect(x: page.midX - 8, y: page.minY + 8, width: Icon.side, height: Icon.side))
    crown.layoutDirection = .leftToRight
    crown.contents = .path(PathContents(Icon.crown.path, color: sign == .crown ? ink : faint))
    layer.addSublayer(crown)
    if sign == .element {
      let box = Rect(x: page.maxX - 19, y: page.maxY - 16, width: 14, height: 11)
      layer.addSublayer(Layer(box.pixelAligned(scale: interface.scale), fill: theme.ink))
    }
    for place in 0..<(sign == .element ? 2 : 3) {
      let bar = Rect(x: page.minX + 9, y: page.minY + 31 + Double(place) * 8, width: 26, height: 4)
      layer.addSublayer(Layer(bar.pixelAligned(scale: interface.scale), fill: faint))
    }
    let room = Rect(x: 4, y: bounds.height - 36, width: bounds.width - 8, height: 32)
    layer.addWrapped(label, style: Theme.strong, color: theme.ink, in: room, alignment: .center, interface)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: label, actions: [.press, .focus], frame: frame, isFocused: isFocused)
  }
}

extension RGBA {
  fileprivate func with(alpha: Double) -> RGBA {
    var color = self
    color.alpha = alpha
    return color
  }
}

extension Icon {
  /// A crown with three points.
  static let crown = Icon(
    Path(polygon: [
      Point(2, 13), Point(1, 4.5), Point(5, 8), Point(8, 2.5), Point(11, 8), Point(15, 4.5), Point(14, 13),
    ]))
}
