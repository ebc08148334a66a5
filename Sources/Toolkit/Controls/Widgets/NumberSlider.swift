import Geometry

/// A slider with a field for its number beside it.
public final class NumberSlider: Control {
  /// How a value is shown as a number.
  public struct Display: Hashable, Sendable {
    /// The number that stands for a value of 1.
    public var factor = 1.0
    /// The unit after the number.
    public var unit = ""
    /// The most decimals of the number.
    public var decimals = 0
    /// The step of the number.
    public var step = 1.0

    /// Creates a display of a slider's values.
    ///
    /// - Parameters:
    ///   - factor: The shown number per unit of value.
    ///   - unit: The unit behind the number.
    ///   - decimals: The maximum number of decimals.
    ///   - step: The change of one step, in shown numbers.
    public init(factor: Double = 1, unit: String = "", decimals: Int = 0, step: Double = 1) {
      (self.factor, self.unit, self.decimals, self.step) = (factor, unit, decimals, step)
    }

    /// Fractions as percentages with up to one decimal.
    public static let percent = Display(factor: 100, unit: "%", decimals: 1)
  }

  /// The slider.
  public let slider: Slider
  /// The field for the number, which is the value multiplied by the display's factor.
  public let number: NumberField
  private let display: Display

  /// The value that is shown; setting it does not call `onChange`.
  public var value: Double {
    get { slider.value }
    set {
      slider.value = newValue
      number.value = newValue * display.factor
    }
  }

  /// Called when a drag is cancelled; without it the previous value is a final change.
  public var onCancel: (() -> Void)? {
    didSet { (slider.onCancel, number.onCancel) = (onCancel, onCancel) }
  }

  /// Creates a slider over a range with a field for its number.
  ///
  /// - Parameters:
  ///   - label: The label that assistive tools read.
  ///   - range: The values of the slider.
  ///   - values: The values that can be typed; the range of the slider unless given.
  ///   - scale: How values lie along the slider; nil is linear.
  ///   - display: The unit of the field.
  ///   - clipboard: The clipboard of the field.
  ///   - snap: Returns the value for a place of the slider, such as the nearest multiple of a step.
  ///   - onChange: Called with each value that a person chooses.
  public init(
    label: String, range: ClosedRange<Double>, values: ClosedRange<Double>? = nil,
    scale: Slider.Scale? = nil, display: Display = .percent, clipboard: Clipboard,
    snap: @escaping (Double) -> Double = { $0 }, onChange: @escaping (Double, ChangePhase) -> Void
  ) {
    self.display = display
    let factor = display.factor
    weak var field: NumberField?
    let slider = Slider(label: label, range: range, scale: scale) { value, phase, _ in
      let value = snap(value)
      field?.value = value * factor
      onChange(value, phase)
    }
    let numbers = values ?? range
    number = NumberField(
      label: label, range: numbers.lowerBound * factor...numbers.upperBound * factor,
      value: range.lowerBound * factor, step: display.step, decimals: display.decimals, unit: display.unit,
      clipboard: clipboard
    ) { [unowned slider] number, phase in
      slider.value = number / factor
      onChange(number / factor, phase)
    }
    self.slider = slider
    field = number
    super.init(label: label)
    slider.valueText = { [unowned number] value in number.text(of: value * factor) }
    addChild(slider)
    addChild(number)
  }

  public override var isFocusable: Bool { false }
  public override var captioned: Control { slider }

  /// The width at which the current number is whole beside a slider that can be moved precisely enough.
  public override func neededWidth(_ interface: Interface) -> Double {
    number.neededWidth(interface) + Theme.gap + 60
  }

  public override func layOut(_ interface: Interface) {
    let share = max(bounds.width / 2, number.neededWidth(interface))
    let width = min(number.preferredSize(in: bounds.size, interface).width, share)
    number.frame = Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
    slider.frame = Rect(x: 0, y: 0, width: bounds.width - width - Theme.gap, height: bounds.height)
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
