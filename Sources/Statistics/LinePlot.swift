public import Geometry
import Text

/// Lines over one shared axis, in panels one below the other; its picture is a text of SVG.
public struct LinePlot: Hashable, Sendable {
  /// Lines that share an axis.
  public struct Panel: Hashable, Sendable {
    public var label: String
    /// A colour as SVG writes it.
    public var color: String
    /// The part of the height that this panel takes, compared with the others.
    public var share: Double
    /// The lines; between one and the next there is a jump.
    public var lines: [[Point]]
    /// Values that the axis reaches whatever the lines do.
    public var includes: [Double] = []
    /// Values with a stronger line across.
    public var guides: [Double] = []
    /// Whether short spikes may leave the panel rather than flatten everything else.
    public var leavesOutSpikes = false

    public init(label: String, color: String, share: Double = 1, lines: [[Point]]) {
      self.label = label
      self.color = color
      self.share = share
      self.lines = lines
    }
  }

  /// A place with a line through all panels.
  public struct Mark: Hashable, Sendable {
    public var place: Double
    public var label: String

    public init(place: Double, label: String) {
      self.place = place
      self.label = label
    }
  }

  public var title: String
  public var placeLabel: String
  public var places: ClosedRange<Double>
  public var panels: [Panel]
  public var marks: [Mark] = []
  public var size = Size(width: 720, height: 520)

  public init(title: String, placeLabel: String, places: ClosedRange<Double>, panels: [Panel]) {
    self.title = title
    self.placeLabel = placeLabel
    self.places = places
    self.panels = panels
  }
}

/// The places of an axis that carry a number, in steps of 1, 2 or 5 times a power of ten.
struct AxisTicks: Hashable, Sendable {
  let values: [Double]
  let places: Int

  /// Creates at most about `count` ticks over a range.
  init(_ range: ClosedRange<Double>, count: Int) {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite else {
      values = [range.lowerBound]
      places = 2
      return
    }
    let rough = length / Double(max(count, 1))
    var power = 1.0
    var exponent = 0
    while power * 10 <= rough, exponent < 300 { (power, exponent) = (power * 10, exponent + 1) }
    while power > rough, exponent > -300 { (power, exponent) = (power / 10, exponent - 1) }
    let factor: Double = rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10
    let step = factor * power
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    values = (0...max(Int(min(last - first, 100)), 0)).map { (first + Double($0)) * step }
    places = max(0, factor == 10 ? -exponent - 1 : -exponent)
  }

  /// The value as people read it, with a real minus.
  func label(_ value: Double) -> String { value.text(.fixed(places)).replacing("-", with: "−") }
}
