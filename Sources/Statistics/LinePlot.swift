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
