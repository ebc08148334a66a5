import Colors
import Controls
import Geometry
import Localization
import Scene

/// A row of fields that show a colour in one notation.
enum FieldRow: Int, CaseIterable {
  case hex, hsb, hsl, rgb, oklch, alpha

  func name(in language: Language) -> String {
    switch self {
    case .hex: language.localized("Hex")
    case .hsb: "HSB"
    case .hsl: "HSL"
    case .rgb: "RGB"
    case .oklch: "OKLCH"
    case .alpha: language.localized("Alpha")
    }
  }

  var channels: [Channel] {
    switch self {
    case .hex: []
    case .hsb: [.hsbHue, .hsbSaturation, .hsbBrightness]
    case .hsl: [.hslHue, .hslSaturation, .hslLightness]
    case .rgb: [.red, .green, .blue]
    case .oklch: [.okLightness, .okChroma, .okHue]
    case .alpha: [.alpha]
    }
  }
}

/// The owner of a picker's fields.
protocol FieldRowsDelegate: AnyObject {
  /// Called when other fields become visible.
  func fieldsChanged()
  /// Called when the note beside a field changes.
  func noteChanged()
}

/// All fields of the picker, which of them are visible, and the note beside them.
final class FieldRows {
  weak var delegate: (any FieldRowsDelegate)?
  let note: FieldNote
  private let model: PickerModel
  private let clipboard: Clipboard
  private let language: Language
  private var fields: [Channel: TextField] = [:]
  private(set) lazy var hexField = makeHexField()

  /// Switches between HSB and HSL.
  private(set) lazy var hueSwitch = ChoiceSwitch(
    label: language.localized("Hue notation"), choices: ["HSB", "HSL"]
  ) { [unowned self] in
    hueRow = $0 == 0 ? .hsb : .hsl
    relayOut()
  }

  /// Switches between all notations if only one row fits.
  private(set) lazy var rowSwitch = ChoiceSwitch(
    label: language.localized("Notation"), choices: compactRows.map { $0.name(in: language) }
  ) { [unowned self] in
    compactRow = compactRows[$0]
    relayOut()
  }

  private(set) var hueRow = FieldRow.hsb
  private(set) var compactRow = FieldRow.hex

  /// Whether only one row is shown.
  var isCompact = false

  init(_ model: PickerModel, _ clipboard: Clipboard, _ language: Language) {
    (self.model, self.clipboard, self.language) = (model, clipboard, language)
    note = FieldNote(language)
  }

  private var compactRows: [FieldRow] { FieldRow.allCases.filter { $0 != .alpha || model.hasAlpha } }

  /// The visible rows, from top to bottom.
  var visibleRows: [FieldRow] { isCompact ? [compactRow] : [.hex, hueRow, .rgb, .oklch] }

  /// Shows the row of a format.
  func choose(format: ColorFormat) {
    let row: FieldRow =
      switch format {
      case .hsb: .hsb
      case .hsl: .hsl
      case .rgb: .rgb
      case .oklch, .oklab: .oklch
      default: .hex
      }
    compactRow = row
    rowSwitch.show(compactRows.firstIndex(of: row) ?? 0)
    if row == .hsl {
      hueRow = .hsl
      hueSwitch.show(1)
    }
  }

  /// Returns the fields of a row from left to right.
  func fields(of row: FieldRow) -> [TextField] {
    if row == .hex {
      let showsAlpha = model.hasAlpha && !isCompact
      return [hexField] + (showsAlpha ? [field(.alpha)] : [])
    }
    return row.channels.map(field)
  }

  /// The visible fields, cached because every change of the colour needs them.
  var visibleFields: [TextField] {
    let form = Form(isCompact: isCompact, hueRow: hueRow, compactRow: compactRow)
    if let knownFields, knownFields.form == form { return knownFields.fields }
    let fields = visibleRows.flatMap(fields(of:))
    knownFields = (form, fields)
    return fields
  }

  /// The settings that determine the visible fields.
  private struct Form: Hashable {
    let isCompact: Bool
    let hueRow: FieldRow
    let compactRow: FieldRow
  }

  private var knownFields: (form: Form, fields: [TextField])?

  var visibleControls: [Control] {
    if isCompact { return [rowSwitch] + fields(of: compactRow) }
    return visibleRows.flatMap { row -> [Control] in
      (row == hueRow ? [hueSwitch] : []) + fields(of: row)
    }
  }

  func show(_ color: PickerColor) {
    hexField.show(hexText(color))
    for (channel, field) in fields { field.show(channel.text(in: color, language)) }
  }

  /// Discards edits in all fields except one; the others then show the colour.
  func forgetEdits(but field: TextField?) {
    if hexField !== field { hexField.forgetEdit() }
    for other in fields.values where other !== field { other.forgetEdit() }
  }

  private func hexText(_ color: PickerColor) -> String { Color(color.rgba).text(as: .hex) }

  private func relayOut() {
    delegate?.fieldsChanged()
    show(model.color)
  }

  // MARK: Typing

  /// Sets the colour from a field's text; returns a fault if the text is not a colour.
  ///
  /// A colour outside sRGB is mapped into it, which the note beside the field reports.
  func take(_ text: String, _ phase: ChangePhase, from field: TextField) -> FieldFault? {
    do throws(ColorSyntaxError) {
      var next = model.settled
      let parsed = try Color(typed: text)
      let shown = parsed.mapped(to: .srgb).rgba
      next.set(shown)
      if model.hasAlpha { next.alpha = shown.alpha }
      model.change(to: next, phase, from: field)
      if !parsed.isInGamut(.srgb) {
        note.say(
          language.localized(
            "Outside sRGB: the nearest colour in it is {color}", ["color": Color(shown).text(as: .hex)]),
          of: field)
      } else if !model.hasAlpha, shown.alpha < 1, phase == .final || !Self.isOnTheWay(text) {
        model.delegate?.opacityLeftOut(of: shown, by: field)
      }
      delegate?.noteChanged()
      return nil
    } catch {
      takeBack(phase, from: field)
      return FieldFault(language.localized("Not a colour: {reason}", parts: ["reason": error.message]))
    }
  }

  /// Returns whether a text has four hexadecimal digits, an intermediate state of typing six.
  private static func isOnTheWay(_ text: String) -> Bool {
    let digits = text.filter { !$0.isWhitespace && $0 != "#" }
    return digits.count == 4 && digits.allSatisfy(\.isHexDigit)
  }

  /// Restores the last final colour, since an invalid text changes nothing.
  private func takeBack(_ phase: ChangePhase, from field: TextField) {
    note.textChanged(in: field)
    if model.color != model.settled { model.change(to: model.settled, phase, from: field) }
  }

  /// Commits all edits; the first field with an invalid text gets the focus.
  func settle() -> Bool {
    for field in visibleFields where !field.commit() {
      field.host?.setFocus(field)
      delegate?.noteChanged()
      return false
    }
    return true
  }

  // MARK: Making fields

  private func field(_ channel: Channel) -> TextField {
    if let known = fields[channel] { return known }
    let field = makeField(channel)
    field.show(channel.text(in: model.color, language))
    fields[channel] = field
    return field
  }

  private func makeHexField() -> TextField {
    TextField(
      label: language.localized("Hex"), clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          // The text as it was shown stands for the exact colour.
          guard text != hexText(model.settled) else {
            model.change(to: model.settled, phase, from: hexField)
            return nil
          }
          return take(text, phase, from: hexField)
        },
        restored: { [unowned self] in
          model.change(to: model.settled, .final, from: hexField)
        },
        pasted: { [unowned self] in take($0, .final, from: hexField) == nil }))
  }

  private func makeField(_ channel: Channel) -> TextField {
    TextField(
      label: language.localized(channel.label), alignment: .trailing,
      range: AccessibilityNode.ValueRange(0, channel.maximum), step: channel.step,
      clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          let field = field(channel)
          do throws(FieldFault) {
            model.change(
              to: try channel.applying(text, to: model.settled, in: language), phase, from: field)
            return nil
          } catch {
            takeBack(phase, from: field)
            return error
          }
        },
        restored: { [unowned self] in
          model.change(to: model.settled, .final, from: field(channel))
        },
        stepped: { [unowned self] steps in
          var next = model.color
          channel.step(by: steps, in: &next)
          model.change(to: next, .final, from: field(channel))
        },
        pasted: { [unowned self] text in
          // A plain number is a value of this channel, though it could be a hexadecimal colour elsewhere.
          let isNumber = Double(text.filter { !$0.isWhitespace }) != nil
          return !isNumber && take(text, .final, from: field(channel)) == nil
        }))
  }
}

/// A small card beside a field that shows its fault, or how its text was understood.
final class FieldNote: Control {
  /// The content of a note.
  private struct Content: Hashable {
    var words: String
    var isFault: Bool
  }

  private let language: Language
  private var content: Content?

  /// The mapping of a typed colour into sRGB, until the colour changes.
  private var mapping: (field: TextField, words: String)?

  private var lines: [String] = []

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

  // MARK: Content

  /// Sets the note on the mapping of the colour typed into a field.
  func say(_ words: String, of field: TextField) { mapping = (field, words) }

  /// Updates the note after a change of colour, by a field or otherwise: it stays only if the same field set the same
  /// colour.
  func colorChanged(isNew: Bool, by field: TextField?) {
    if field == nil || mapping?.field !== field || isNew { mapping = nil }
  }

  /// Removes the note of a field whose text is no longer a colour.
  func textChanged(in field: TextField) {
    if mapping?.field === field { mapping = nil }
  }

  /// Shows the fault of one of the fields, the focused one first, or the note on a mapping.
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

  /// Shows text beside a field within an area, below it or, if it does not fit, above; nil shows nothing.
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
      Double(lines.count) * Interface.lineHeight + padding.top + padding.bottom)
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
    let room = Rect(
      x: Self.padding.left, y: Self.padding.top,
      width: bounds.width - Self.padding.left - Self.padding.right + 1, height: Interface.lineHeight)
    layer.addLines(
      lines, style: Theme.secondary, color: content.isFault ? theme.fault : theme.ink, in: room,
      pitch: Interface.lineHeight, interface)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .text, label: content?.isFault == true ? language.localized("Fault") : label,
      value: content?.words, frame: frame)
  }
}
