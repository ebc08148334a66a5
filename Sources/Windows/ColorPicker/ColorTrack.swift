import Colors
import Controls
import Geometry
import Localization
import Scene
import Text

/// A vertical strip along which one number of a colour goes: the coordinate that a plane shares, or alpha.
///
/// A circle, such as the hues, begins at the top; other coordinates grow upward.
final class ColorTrack: Slider {
  enum Kind {
    case fixed(ColorPlane)
    /// Opaque at the top, clear at the bottom.
    case alpha

    var axis: ColorPlane.Axis {
      switch self {
      case .fixed(let plane): plane.fixed
      // Untranslated: its label is another one.
      case .alpha: ColorPlane.Axis("Alpha")
      }
    }
  }

  let loupe: Loupe

  /// Where the loupe may reach to the left and to the right, in the coordinates of the panel.
  var loupeRoom = -Double.infinity...Double.infinity

  private let language: Language
  private let kind: Kind
  private let axis: ColorPlane.Axis
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var strip: SharedBitmap?

  /// Whose eyes the track is shown through.
  var vision: ColorVision? {
    didSet {
      guard vision != oldValue else { return }
      strip = nil
      setNeedsUpdate()
    }
  }
  private var reducesMotion = false

  /// Creates a track; it reports a value of the coordinate, or alpha 0…1.
  init(_ kind: Kind, _ language: Language, onChange: @escaping (Double, ChangePhase) -> Void) {
    self.language = language
    self.kind = kind
    axis = kind.axis
    loupe = Loupe(
      name: "\(axis.name.lowercased()) loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
      held: .init(radius: 40, stroke: 5, elevation: 1.25))
    let label = if case .alpha = kind { language.localized("Alpha") } else { axis.name }
    super.init(
      label: label, range: axis.range, direction: axis.isCircular ? .downward : .upward,
      scale: axis.isCircular ? .circular(step: 1) : nil
    ) { value, phase, _ in onChange(value, phase) }
  }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    switch kind {
    case .fixed(let plane): value = color.place(in: plane).fixed
    case .alpha: value = color.alpha
    }
    setNeedsUpdate()
  }

  override func heldChanged(_ isHeld: Bool, at time: Double) {
    loupe.setHeld(isHeld, at: time, reducingMotion: reducesMotion)
  }

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    layer.removeSublayers()
    layer.cornerRadius = 4
    var shown: RGBA
    switch kind {
    case .fixed(let plane):
      let rows = max(2, Int((bounds.height * interface.scale).rounded()))
      if strip?.size.height != rows { strip = Self.strip(of: plane, rows: rows, vision) }
      layer.contents = strip.map { .image(ImageContents($0, filter: .nearest)) }
      shown = plane.sample(value)
    case .alpha:
      layer.contents = .image(.checkerboard)
      let seen = vision?.seen(color.rgba) ?? color.rgba
      let (solid, clear) = (seen.withAlpha(1), seen.withAlpha(0))
      let fade = Layer(frame: bounds)
      fade.cornerRadius = 4
      fade.contents = .gradient(
        Gradient(stops: [.init(solid, at: 0), .init(clear, at: 1)], start: Point(0, 0), end: Point(0, 1)))
      layer.addSublayer(fade)
      shown = color.rgba.composited(over: RGBA(hex: 0xe6e6e6))
    }
    if let vision { shown = vision.seen(shown) }
    loupe.room = loupeRoom
    loupe.show(shown, at: place + (frame.origin - .zero), interface)
  }

  /// Makes the strip on the CPU: one pixel wide, from one end of the coordinate in the first row to the other in the last.
  private static func strip(of plane: ColorPlane, rows: Int, _ vision: ColorVision?) -> SharedBitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * 4)
    for row in 0..<rows {
      let place = plane.fixed.isCircular ? row : rows - 1 - row
      let sample = plane.sample(plane.fixed.value(atShare: Double(place) / Double(rows - 1)))
      let color = (vision?.seen(sample) ?? sample).bytes8
      bytes += [color.r, color.g, color.b, 255]
    }
    return SharedBitmap(size: PixelSize(width: 1, height: rows), bytes: bytes)
  }

  override var focusRadius: Double { 4 }

  /// What assistive tools are told: degrees of a circle, otherwise percent.
  private var number: Double { axis.isCircular ? value : axis.share(of: value) * 100 }

  /// The value as it is read: degrees and the name of a hue, or percent.
  private var valueWords: String {
    guard case .fixed(let plane) = kind, axis.isCircular else {
      return language.localized("{number} %", ["number": number.text(.fixed(0))])
    }
    let name = language.localized(HueName(value, fixedIn: plane).title)
    return language.localized("{angle}°, {hue}", ["angle": number.text(.fixed(1)), "hue": name])
  }

  override var accessibility: AccessibilityNode {
    let isCircular = axis.isCircular
    var node = AccessibilityNode(
      role: .slider, label: label, value: valueWords,
      range: isCircular ? .init(range.lowerBound, range.upperBound) : .init(0, 100),
      step: isCircular ? 15 : 10,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = number
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    let step = axis.isCircular ? 15.0 : 10
    switch action {
    case .increment: return perform(.setNumber(number + step), on: part, at: time)
    case .decrement: return perform(.setNumber(number - step), on: part, at: time)
    case .setNumber(let wanted) where wanted.isFinite:
      let value = axis.isCircular ? wanted : axis.value(atShare: wanted / 100)
      return super.perform(.setNumber(value), on: part, at: time)
    default: return super.perform(action, on: part, at: time)
    }
  }
}
