import Geometry
import Motion
import Text

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
