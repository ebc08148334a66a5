import Colors
import Controls
import Geometry
import Localization
import Scene

/// A small card beside a field that says what is wrong with its text, or how it was understood.
final class FieldNote: Control {
  /// What a note says.
  private struct Content: Hashable {
    var words: String
    var isFault: Bool
  }

  private let language: Language
  private var content: Content?

  /// What became of a colour that was typed into a field, until there is another one.
  private var mapping: (field: TextField, words: String)?

  private var lines: [String] = []

  private static let lineHeight = 16.0
  private static let padding = EdgeInsets(top: 6, left: 10, bottom: 6, right: 10)
  private static let widest = 280.0

  init(_ language: Language) {
    self.language = language
    super.init(label: language.localized("Note"))
    layer.name = "note"
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override func hitTest(_ point: Point) -> Control? { nil }

  // MARK: What it says

  /// Says what became of the colour in a field.
  func say(_ words: String, of field: TextField) { mapping = (field, words) }

  /// The colour was changed, by a field or by something else; only what the same field said of the same colour holds.
  func colorChanged(isNew: Bool, by field: TextField?) {
    if field == nil || mapping?.field !== field || isNew { mapping = nil }
  }

  /// What stands in a field is no colour any more.
  func textChanged(in field: TextField) {
    if mapping?.field === field { mapping = nil }
  }

  /// Shows what is wrong with one of the fields, the focused one first, or what became of a text.
  func show(for fields: [TextField], in room: Rect, _ interface: Interface) {
    let faulty = fields.filter { $0.fault != nil }
    for field in fields { field.describedBy = nil }
    if let field = faulty.first(where: \.isFocused) ?? faulty.first, let fault = field.fault {
      show(Content(words: fault.message, isFault: true), beside: field.frame, in: room, interface)
      field.describedBy = self
    } else if let mapping, fields.contains(where: { $0 === mapping.field }) {
      show(
        Content(words: mapping.words, isFault: false), beside: mapping.field.frame, in: room, interface)
      mapping.field.describedBy = self
    } else {
      show(nil, beside: .zero, in: room, interface)
    }
  }

  // MARK: Appearance

  /// Shows words beside a field within a room, below it or, where that is full, above; nil shows nothing.
  private func show(_ content: Content?, beside field: Rect, in room: Rect, _ interface: Interface) {
    self.content = content
    isHidden = content == nil
    guard let content else { return }
    let padding = Self.padding
    let widest = min(Self.widest, room.width) - padding.left - padding.right
    lines = interface.wrapped(content.words, style: Theme.secondary, width: widest)
    let width = lines.map { interface.line($0, style: Theme.secondary).width }.max() ?? 0
    let size = Size(
      width.rounded(.up) + padding.left + padding.right,
      Double(lines.count) * Self.lineHeight + padding.top + padding.bottom)
    let x = min(max(field.minX, room.minX), room.maxX - size.width)
    let isBelow = field.maxY + 4 + size.height <= room.maxY
    let y = isBelow ? field.maxY + 4 : max(field.minY - 4 - size.height, room.minY)
    frame = Rect(origin: Point(x, y), size: size).pixelAligned(scale: interface.scale)
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    guard let content else { return }
    layer.setSurface(theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    if content.isFault { layer.borderColor = theme.fault }
    for (index, words) in lines.enumerated() {
      let room = Rect(
        x: Self.padding.left, y: Self.padding.top + Double(index) * Self.lineHeight,
        width: bounds.width - Self.padding.left - Self.padding.right + 1, height: Self.lineHeight)
      let ink = content.isFault ? theme.fault : theme.ink
      layer.addSublayer(Layer(words, style: Theme.secondary, color: ink, in: room, interface))
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .text, label: content?.isFault == true ? language.localized("Fault") : label,
      value: content?.words, frame: frame)
  }
}
