public import Geometry
import Text

/// Lines over one shared axis, in panels one below the other; its picture is a text of SVG.
public struct LinePlot: Hashable, Sendable {
  /// Lines that share an axis.
  public struct Panel: Hashable, Sendable {
    /// The label of the panel's axis.
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

    /// Creates a panel; its share of the height counts beside those of the others.
    public init(label: String, color: String, share: Double = 1, lines: [[Point]]) {
      self.label = label
      self.color = color
      self.share = share
      self.lines = lines
    }
  }

  /// A place with a line through all panels.
  public struct Mark: Hashable, Sendable {
    /// Where on the shared axis the mark stands.
    public var place: Double
    /// The label beside the mark.
    public var label: String

    /// Creates a mark at a place of the shared axis.
    public init(place: Double, label: String) {
      self.place = place
      self.label = label
    }
  }

  /// The heading above all panels.
  public var title: String
  /// The label of the shared axis.
  public var placeLabel: String
  /// The part of the shared axis that is shown.
  public var places: ClosedRange<Double>
  /// The panels from top to bottom.
  public var panels: [Panel]
  /// The places with a line through all panels.
  public var marks: [Mark] = []
  /// The size of the picture, in units of SVG.
  public var size = Size(width: 720, height: 520)

  /// Creates a plot without marks.
  public init(title: String, placeLabel: String, places: ClosedRange<Double>, panels: [Panel]) {
    self.title = title
    self.placeLabel = placeLabel
    self.places = places
    self.panels = panels
  }
}
