import Colors
import Geometry
public import Images

/// Writes posters as SVG that plays by itself, by CSS animations whose keyframes follow the springs.
///
/// Letters are shapes. Programs that do not play CSS animations, and people who ask for reduced motion, see the poster.
public enum AnimatedSVG {
  /// Returns a document for a layout and its motion, without bleed.
  ///
  /// - Parameters:
  ///   - layout: The poster.
  ///   - entrance: The motion of the layout.
  ///   - title: The title for assistive tools.
  ///   - width: The width in pixels at which browsers show it; nil is the page's in millimetres.
  ///   - decoder: Decodes the pictures.
  public static func document(
    of layout: PosterLayout, _ entrance: PosterEntrance, title: String = "", width: Int? = nil,
    by decoder: any PictureDecoder = DirectDecoder()
  ) -> String {
    let page = layout.page
    var svg = PosterSVGWriter(by: decoder)
    let label = title.isEmpty ? layout.lines.map(\.setting.text).joined(separator: " ") : title
    svg.openDocument(
      of: layout, page, width: width, title: title, [("role", "img"), ("aria-label", label)])
    let sheet = StyleSheet(entrance)
    svg.element("style", [], text: sheet.text)
    if sheet.groundFades {
      // Without animations nothing covers or tints the poster.
      svg.element(
        "rect",
        [
          ("class", "b"), ("width", svg.number(page.width)), ("height", svg.number(page.height)),
          ("fill", svg.color(entrance.backdrop)), ("opacity", "0"),
        ])
    }
    svg.open("g", sheet.groundFades ? [("class", "g")] : [])
    svg.background(layout.paint(on: page), on: page)
    svg.close()
    var number = 0
    for group in entrance.groups {
      svg.openGroup(opacity: group.opacity, name: group.name)
      for piece in group.pieces {
        svg.open("g", [("class", "p\(number)")])
        svg.mark(piece.mark, outlines: true, language: layout.statedLanguage)
        svg.close()
        number += 1
      }
      svg.close()
    }
    svg.close()
    return svg.text
  }

  /// The rules of an animation, with a set of keyframes for each moving piece.
  private struct StyleSheet {
    private let entrance: PosterEntrance
    let groundFades: Bool
    private(set) var text = ""

    init(_ entrance: PosterEntrance) {
      self.entrance = entrance
      groundFades = entrance.groundOpacity(at: 0) < 1
      let count = entrance.animation.loops ? "infinite" : "\(entrance.cycles)"
      let play = "\(entrance.period.text(.rounded(to: 4)))s linear \(count) both"
      var rules: [String] = []
      var number = 0
      // Pieces whose motion is the same share their keyframes.
      var known: [String: String] = [:]
      for piece in entrance.groups.flatMap(\.pieces) {
        defer { number += 1 }
        let frames = keyframes(
          { time in
            let pose = entrance.pose(of: piece, at: time)
            return [pose.offset.dx, pose.offset.dy, pose.scale.dx, pose.scale.dy, pose.opacity]
          }, within: [place, place, 0.0004, 0.0004, 0.003]
        ) {
          "transform:translate(\(Self.number($0[0]))px,\(Self.number($0[1]))px) "
            + "scale(\(Self.scale($0[2])),\(Self.scale($0[3])));opacity:\(Self.number($0[4]))"
        }
        let name = known[frames] ?? "k\(known.count)"
        if known.updateValue(name, forKey: frames) == nil {
          rules.append("@keyframes \(name){\(frames)}")
        }
        // Untranslated: CSS.
        let (x, y) = (Self.number(piece.pivot.x), Self.number(piece.pivot.y))
        rules.append(".p\(number){transform-origin:\(x)px \(y)px;animation:\(name) \(play)}")
      }
      if groundFades {
        let ground = keyframes({ [entrance.groundOpacity(at: $0)] }, within: [0.003]) {
          "opacity:" + Self.number($0[0])
        }
        let backdrop = keyframes({ [entrance.groundOpacity(at: $0) < 1 ? 1 : 0] }, within: [0]) {
          "opacity:" + Self.number($0[0])
        }
        // Untranslated: CSS.
        rules += ["@keyframes g{\(ground)}", ".g{animation:g \(play)}"]
        rules += ["@keyframes b{\(backdrop)}", ".b{animation:b \(play)}"]
      }
      // Untranslated: CSS.
      rules.append("@media (prefers-reduced-motion:reduce){g,rect{animation:none!important}}")
      text = rules.joined(separator: "\n")
    }

    /// The greatest error of a place between keyframes, in points.
    private var place: Double { entrance.page.height / 20_000 }

    /// The distance of the samples from which keyframes are chosen, in seconds.
    private static let step = 1.0 / 60

    /// Returns the keyframes of values over a cycle: those samples from which all others follow within the given errors by
    /// linear interpolation.
    private func keyframes(
      _ values: (Double) -> [Double], within errors: [Double], _ declaration: ([Double]) -> String
    ) -> String {
      let count = Int((entrance.end / Self.step).rounded(.up))
      var times = (0...count).map { min(Double($0) * Self.step, entrance.end) }
      if entrance.period > entrance.end { times.append(entrance.period) }
      // A cycle ends where the next one begins, which for a loop is the whole poster.
      let samples = times.map { values($0 >= entrance.period ? entrance.animation.duration : $0) }
      func follows(_ index: Int, from start: Int, to end: Int) -> Bool {
        let share = (times[index] - times[start]) / (times[end] - times[start])
        return errors.indices.allSatisfy { part in
          let line = samples[start][part] + (samples[end][part] - samples[start][part]) * share
          return abs(samples[index][part] - line) <= errors[part] + 1e-12
        }
      }
      var kept = [0]
      while let start = kept.last, start < samples.count - 1 {
        var end = start + 1
        while end + 1 < samples.count,
          (start + 1...end).allSatisfy({ follows($0, from: start, to: end + 1) })
        {
          end += 1
        }
        kept.append(end)
      }
      return kept.map { index in
        "\((times[index] / entrance.period * 100).text(.rounded(to: 3)))%{\(declaration(samples[index]))}"
      }.joined()
    }

    private static func number(_ value: Double) -> String { value.text(.rounded(to: 3)) }

    private static func scale(_ value: Double) -> String { value.text(.rounded(to: 4)) }
  }
}
