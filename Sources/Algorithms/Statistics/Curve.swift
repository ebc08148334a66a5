// Untranslated file: benchmarks for developers.

public import Geometry
public import Motion
import Text

/// The values and slopes of a timing function at some places, as text, JSON or a plot.
///
/// Places are seconds for springs and progress for everything else.
public struct Curve: Hashable, Sendable {
  /// The value and the slope at a place.
  public struct Sample: Hashable, Sendable {
    /// Where: seconds for springs, progress for everything else.
    public let place: Double
    /// The function's value there.
    public let value: Double
    /// Infinite where the curve is vertical.
    public let velocity: Double
  }

  /// The function that is sampled.
  public let function: TimingFunction

  /// The name under which the function was asked for.
  public let name: String

  /// Creates a curve of a function; without a name it is called by the function's text.
  public init(_ function: TimingFunction, name: String? = nil) {
    self.function = function
    self.name = name ?? function.text
  }

  /// Returns the value and the slope at a place.
  ///
  /// - Parameter place: Progress 0…1, or seconds of a spring.
  public func sample(at place: Double) -> Sample {
    if let spring {
      let state = spring.state(at: place)
      return Sample(place: place, value: state.value, velocity: state.velocity)
    }
    return Sample(place: place, value: function.value(at: place), velocity: function.velocity(at: place))
  }

  /// The spring, when it is one.
  public var spring: SpringTiming? {
    if case .spring(let timing) = function { return timing }
    return nil
  }

  /// The end of the plot: 1, or the time at which a spring has come to rest.
  public var extent: Double {
    guard let spring else { return 1 }
    let response = spring.spring.response
    // One that never rests is looked at for a few swings.
    let settled = spring.settling.isFinite ? spring.settling * 1.15 : response * 6
    return min(max(settled, response / 4), 1e9)
  }

  /// Returns places at equal distances over the extent, including both ends.
  ///
  /// - Parameter count: How many, at least 2.
  public func places(count: Int) -> [Double] {
    let last = spring.map { $0.settling.isFinite ? max($0.settling, 1e-9) : extent } ?? 1
    return (0..<max(count, 2)).map { last * Double($0) / Double(max(count, 2) - 1) }
  }

  /// Returns a JSON object whose numbers read back exactly. Infinite numbers are null.
  ///
  /// - Parameter places: Progress 0…1, or seconds of a spring.
  public func json(at places: [Double]) -> String {
    let samples = places.map { place -> JSONValue in
      let sample = sample(at: place)
      return ["t": .number(place), "value": .number(sample.value), "velocity": .number(sample.velocity)]
    }
    let report: JSONValue = [
      "easing": .string(name), "samples": .array(samples), "settling": .number(spring?.settling),
      "settlingDuration": .number(spring?.settlingDuration),
    ]
    return report.line
  }

  /// Returns the object of JSON that says why a text is no timing function.
  public static func json(refusing text: String, because error: TextError) -> String {
    let report: JSONValue = [
      "easing": .string(text), "error": .string(error.reason.english), "at": .number(error.position),
    ]
    return report.line
  }

  /// Returns a table for people to read, a line for each place.
  ///
  /// - Parameter places: Progress 0…1, or seconds of a spring.
  public func table(at places: [Double]) -> String {
    let unit = spring == nil ? "progress" : "seconds"
    var rows = [[unit, "value", "velocity"]]
    for place in places {
      let sample = sample(at: place)
      rows.append(
        [place, sample.value, sample.velocity].map { Self.cell($0) })
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
    if let spring {
      lines.append("")
      lines.append("settling           \(Self.cell(spring.settling)) s")
      lines.append("settling duration  \(Self.cell(spring.settlingDuration)) s, as Core Animation has it")
    }
    return lines.joined(separator: "\n")
  }

  /// A number that other programs can read as well.
  private static func cell(_ number: Double) -> String {
    number.text(.fixed(number.magnitude < 1e6 ? 6 : 0))
  }
}

extension Curve {
  /// The plot of value and velocity, as SVG.
  public var plot: LinePlot {
    let pieces = pieces
    let unit = spring == nil ? "Progress in time" : "Time (s)"
    var values = LinePlot.Panel(
      label: spring == nil ? "Value" : "Value (distance)", color: "#2b7de9", share: 3,
      lines: pieces.map { piece in piece.map { Point($0.place, $0.value) } })
    values.includes = [0, 1]
    values.guides = [0, 1]
    var velocities = LinePlot.Panel(
      label: spring == nil ? "Velocity" : "Velocity (1/s)", color: "#c8442e", share: 2,
      lines: pieces.map { piece in
        piece.filter(\.velocity.isFinite).map { Point($0.place, $0.velocity) }
      })
    velocities.includes = [0]
    velocities.guides = [0]
    velocities.leavesOutSpikes = true
    var plot = LinePlot(title: name, placeLabel: unit, places: 0...extent, panels: [values, velocities])
    if let spring, spring.settling.isFinite {
      plot.marks = [
        LinePlot.Mark(
          place: spring.settling, label: "settles at \(spring.settling.text(.fixed(3))) s")
      ]
    }
    return plot
  }

  /// Samples near enough for a smooth line, in one piece where the function does not jump.
  private var pieces: [[Sample]] {
    switch function {
    case .steps(let steps): return stairs(steps)
    case .pieces(let pieces): return straight(pieces)
    default:
      let count = 480
      return [(0...count).map { sample(at: extent * Double($0) / Double(count)) }]
    }
  }

  /// A level for each step; beyond a few hundred they cannot be told apart.
  private func stairs(_ steps: StepTiming) -> [[Sample]] {
    let count = min(steps.count, 400)
    var levels = (0..<count).map { index in
      let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      let value = steps.value(at: (from + to) / 2)
      return [from, to].map { Sample(place: $0, value: value, velocity: 0) }
    }
    levels.append([Sample(place: 1, value: steps.value(at: 1), velocity: 0)])
    return levels
  }

  /// A line for each pair of stops within 0…1.
  private func straight(_ pieces: LinearTiming) -> [[Sample]] {
    var places = [0.0] + pieces.stops.map(\.input).filter { $0 > 0 && $0 < 1 } + [1.0]
    places = places.enumerated().filter { $0.offset == 0 || places[$0.offset - 1] < $0.element }.map(
      \.element)
    return zip(places, places.dropFirst()).map { from, to in
      let middle = (from + to) / 2
      let slope = pieces.velocity(at: middle)
      let value = pieces.value(at: middle)
      return [from, to].map {
        Sample(place: $0, value: value + slope * ($0 - middle), velocity: slope)
      }
    }
  }
}

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

    /// Creates a panel.
    ///
    /// - Parameters:
    ///   - label: The label of the vertical axis.
    ///   - color: The colour of the lines, as SVG has it.
    ///   - share: The height relative to the other panels' shares, above 0.
    ///   - lines: The points of each line: x on the shared axis, y on this panel's.
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

    /// Creates a mark at a place of the shared axis, in its unit.
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
  ///
  /// - Parameters:
  ///   - title: The heading above all panels.
  ///   - placeLabel: The label of the shared axis, with its unit.
  ///   - places: The part of the shared axis that is shown, in its unit.
  ///   - panels: The panels from top to bottom.
  public init(title: String, placeLabel: String, places: ClosedRange<Double>, panels: [Panel]) {
    self.title = title
    self.placeLabel = placeLabel
    self.places = places
    self.panels = panels
  }
}

extension LinePlot {
  private static let gap = 24.0

  /// The picture, light on white, with text in whatever sans-serif there is.
  public var svg: String {
    let frame = frame
    let across = PlotAxis(places, from: frame.minX, length: frame.width)
    let shortTitle = title.count > 80 ? title.prefix(79) + "…" : title
    var canvas = SVGCanvas(width: size.width, height: size.height, title: title)
    canvas.text(shortTitle, frame.minX, 32, size: 15, isStrong: true)
    let shares = panels.reduce(0) { $0 + max($1.share, 0.01) }
    let room = frame.height - Self.gap * Double(max(panels.count - 1, 0))
    var top = frame.minY
    for (index, panel) in panels.enumerated() {
      let height = room * max(panel.share, 0.01) / shares
      let box = Rect(x: frame.minX, y: top, width: frame.width, height: height)
      panel.draw(on: &canvas, in: box, across, clip: "panel\(index)")
      top += height + Self.gap
    }
    drawPlaceAxis(on: &canvas, across, under: frame)
    drawMarks(on: &canvas, across, in: frame)
    return canvas.document()
  }

  /// Where the panels stand: wide enough on the left for the longest number.
  private var frame: Rect {
    let numbers = panels.flatMap { PlotAxis($0.range, from: 0, length: 1).ticks(about: 8) }
    let longest = numbers.map { PlotAxis.label($0).count }.max() ?? 1
    let left = 44 + min(Double(longest), 20) * 7
    return Rect(x: left, y: 52, width: size.width - left - 24, height: size.height - 52 - 56)
  }

  private func drawPlaceAxis(on canvas: inout SVGCanvas, _ axis: PlotAxis, under frame: Rect) {
    canvas.line(frame.minX, frame.maxY, frame.maxX, frame.maxY, color: PlotStyle.axis)
    for tick in axis.ticks(about: 10) {
      canvas.text(
        PlotAxis.label(tick), axis.place(tick), frame.maxY + 18, size: 12, color: PlotStyle.secondary,
        anchor: .middle)
    }
    canvas.text(placeLabel, frame.midX, frame.maxY + 42, size: 12, anchor: .middle, isStrong: true)
  }

  private func drawMarks(on canvas: inout SVGCanvas, _ axis: PlotAxis, in frame: Rect) {
    for mark in marks where places.contains(mark.place) {
      let place = axis.place(mark.place)
      let isLeft = place > frame.midX
      canvas.line(place, frame.minY, place, frame.maxY, color: PlotStyle.axis, dashes: "4 4")
      canvas.text(
        mark.label, place + (isLeft ? -6 : 6), frame.minY - 6, size: 12, color: PlotStyle.secondary,
        anchor: isLeft ? .end : .start)
    }
  }
}

extension LinePlot.Panel {
  /// The values that the axis reaches.
  fileprivate var range: ClosedRange<Double> {
    var values = lines.joined().map(\.y).filter(\.isFinite)
    if leavesOutSpikes, values.count > 50 {
      // Values that only a fiftieth of the samples reach do not set the scale.
      let sizes = values.map(\.magnitude).sorted()
      let usual = sizes[sizes.count * 98 / 100]
      if usual > 0, sizes[sizes.count - 1] > 1.6 * usual {
        values = values.map { min(max($0, -1.25 * usual), 1.25 * usual) }
      }
    }
    values += includes
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    guard high > low else { return low - 0.5...low + 0.5 }
    let margin = (high - low) * 0.06
    return low - margin...high + margin
  }

  fileprivate func draw(on canvas: inout SVGCanvas, in box: Rect, _ across: PlotAxis, clip: String) {
    let axis = PlotAxis(range, from: box.maxY, length: -box.height)
    for tick in axis.ticks(about: max(2, Int(box.height / 30))) {
      let place = axis.place(tick)
      canvas.line(box.minX, place, box.maxX, place, color: PlotStyle.hairline)
      canvas.text(
        PlotAxis.label(tick), box.minX - 8, place + 4, size: 12, color: PlotStyle.secondary, anchor: .end)
    }
    for tick in across.ticks(about: 10) {
      canvas.line(
        across.place(tick), box.minY, across.place(tick), box.maxY, color: PlotStyle.hairline, width: 0.5)
    }
    for guide in guides where axis.range.contains(guide) {
      canvas.line(box.minX, axis.place(guide), box.maxX, axis.place(guide), color: PlotStyle.axis)
    }
    canvas.text(label, 20, box.midY, size: 12, color: color, anchor: .middle, isStrong: true, isTurned: true)
    let shown = lines.map { line in
      line.filter(\.isFinite).map { point in
        // Far outside the panel only the direction matters; huge numbers trouble some viewers.
        (
          x: across.unboundedPlace(point.x),
          y: min(max(axis.unboundedPlace(point.y), box.minY - 2e4), box.maxY + 2e4)
        )
      }
    }
    canvas.clip(to: clip, box.minX, box.minY, box.width, box.height) { canvas in
      for line in shown {
        canvas.polyline(line.count == 1 ? [line[0], line[0]] : line, color: color, width: 2)
      }
      // Thin dotted lines where one piece ends and the next begins elsewhere.
      for (before, after) in zip(shown, shown.dropFirst()) {
        guard let end = before.last, let start = after.first, (end.y - start.y).magnitude > 0.5 else {
          continue
        }
        canvas.polyline([end, start], color: color, width: 1, dashes: "1 3")
      }
    }
  }
}
