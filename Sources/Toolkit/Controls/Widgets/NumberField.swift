import Geometry
import Input
import Text

/// A field for a number within a range, with its unit; arrow keys step it.
public final class NumberField: Control {
  /// The accepted numbers; others are rejected.
  public let range: ClosedRange<Double>
  /// The step of an arrow key, in the field's unit.
  public let step: Double

  /// The number; setting it does not call `onChange`.
  public var value: Double {
    didSet { if value != oldValue { field.show(text(of: value)) } }
  }

  /// The text field, for setting the focus.
  public private(set) lazy var field = makeField()

  private let unit: String
  private let decimals: Int
  private let clipboard: Clipboard
  private let onChange: (Double, ChangePhase) -> Void

  /// Creates a field for a number with at most `decimals` decimals. It accepts a typed unit, such as “mm”.
  public init(
    label: String, range: ClosedRange<Double>, value: Double, step: Double = 1, decimals: Int = 0,
    unit: String = "",
    clipboard: Clipboard, onChange: @escaping (Double, ChangePhase) -> Void
  ) {
    self.range = range
    self.value = value
    self.step = step
    self.decimals = decimals
    self.unit = unit
    self.clipboard = clipboard
    self.onChange = onChange
    super.init(label: label)
    addChild(field)
  }

  public override var isFocusable: Bool { false }
  public override var captioned: Control { field }

  /// The fault of the text, once it was validated.
  public var fault: FieldFault? { field.fault }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let widest = [range.lowerBound, range.upperBound].map {
      interface.line(text(of: $0), style: Theme.figures).width
    }
    return Size(((widest.max() ?? 0) + 20).rounded(.up), Theme.controlHeight)
  }

  public override func layOut(_ interface: Interface) { field.frame = bounds }

  private func text(of value: Double) -> String {
    value.text(.rounded(to: decimals)) + (unit.isEmpty ? "" : "\u{202f}" + unit)
  }

  private func makeField() -> TextField {
    let field = TextField(
      label: label, alignment: .trailing, range: .init(range.lowerBound, range.upperBound), step: step,
      clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in take(text, phase) },
        restored: { [unowned self] in onChange(value, .final) },
        stepped: { [unowned self] steps in
          set(min(max(value + steps * step, range.lowerBound), range.upperBound), .final)
          self.field.show(self.text(of: value))
        }))
    field.show(text(of: value))
    return field
  }

  private func set(_ value: Double, _ phase: ChangePhase) {
    if phase == .final {
      self.value = value
    }
    onChange(value, phase)
  }

  private func take(_ text: String, _ phase: ChangePhase) -> FieldFault? {
    var words = text.filter { !$0.isWhitespace }
    if !unit.isEmpty, words.lowercased().hasSuffix(unit.lowercased()) { words.removeLast(unit.count) }
    words = words.replacing(",", with: ".").replacing("−", with: "-")
    guard words.allSatisfy({ $0.isASCII && ($0.isNumber || ".+-".contains($0)) }), let number = Double(words),
      number.isFinite
    else {
      return FieldFault(words.isEmpty ? "\(label) needs a number" : "“\(text.prefix(24))” is not a number")
    }
    guard range.contains(number) else {
      return FieldFault(
        "\(label) goes from \(range.lowerBound.text(.rounded(to: decimals))) to \(self.text(of: range.upperBound))"
      )
    }
    // A text that equals the shown value keeps the value with its hidden decimals.
    set(number.text(.fixed(decimals)) == value.text(.fixed(decimals)) ? value : number, phase)
    if phase == .final { field.show(self.text(of: value)) }
    return nil
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
