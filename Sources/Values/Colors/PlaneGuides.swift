// Untranslated file: shaders in GLSL.

/// Overlays of a plane of colours: the boundaries of gamuts, and contrast lines.
public struct PlaneGuides: Hashable, Sendable {
  /// The lines, from back to front.
  public var lines: [PlaneLine]

  /// Whether colours outside sRGB are hatched.
  public var isHatched: Bool

  /// The simulated colour vision; nil for normal vision.
  public var vision: ColorVision?

  /// Creates guides from lines, hatching and a simulated vision.
  public init(lines: [PlaneLine] = [], isHatched: Bool = false, vision: ColorVision? = nil) {
    (self.lines, self.isHatched, self.vision) = (lines, isHatched, vision)
  }

  /// Creates guides for contrast with a background, and the boundaries of gamuts.
  ///
  /// - Parameters:
  ///   - edges: Whether the boundaries of gamuts are drawn.
  ///   - method: The measure whose goals get lines, or nil for none.
  ///   - ground: The background.
  ///   - isHatched: Whether colours outside sRGB are hatched.
  ///   - vision: The simulated colour vision; nil for normal vision.
  public init(
    edges: Bool, contrast method: ContrastGoal.Method? = nil, on ground: RGBA = RGBA(hex: 0xffffff),
    isHatched: Bool = false, vision: ColorVision? = nil
  ) {
    var lines = edges ? PlaneLine.edges : []
    if let method { lines += method.goals.flatMap { $0.lines(on: ground) } }
    self.init(lines: lines, isHatched: isHatched, vision: vision)
  }

  /// Returns the guides that apply to a plane: one entirely within sRGB has no gamut boundaries.
  public func fitting(_ plane: ColorPlane) -> PlaneGuides {
    plane.exceedsSRGB ? self : PlaneGuides(lines: lines.filter { !$0.isEdge }, vision: vision)
  }

  /// Whether nothing is drawn and nothing changed.
  public var isEmpty: Bool { lines.isEmpty && !isHatched && vision == nil }

  /// Returns the GLSL ES 3.00 source of `vec3 guided(vec2 p, vec3 seen)`: a plane's colour at p with the guides over
  /// it. It reads `unit`, the pixels per point, and the constants named by `levelName` for the lines.
  ///
  /// A line is where its measure equals its level. The distance of a pixel from it is the difference divided by the
  /// screen-space gradient, so that lines have a constant width.
  public func shaderText(in plane: ColorPlane) -> String {
    let measures = lines.map(\.measure).reduce(into: [PlaneLine.Measure]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let needsInside = plane.exceedsSRGB && (isHatched || lines.contains { !$0.isEdge })
    let all = measures + (needsInside && !measures.contains(.room(.srgb)) ? [.room(.srgb)] : [])
    var body = """
        vec2 pixels = p / max(abs(vec2(dFdx(p.x), dFdy(p.y))), vec2(1e-9));
        float light = dot(clamp(seen, 0.0, 1.0), vec3(0.299, 0.587, 0.114));
        vec3 ink = vec3(light > 0.55 ? 0.0 : 1.0);
        vec3 shown = clamp(seen, 0.0, 1.0);

      """
    if vision != nil { body += "  shown = asSeen(shown);\n" }
    var functions = vision == nil ? "" : ColorVision.shaderText
    for (place, measure) in all.enumerated() {
      let (text, names) = PlaneExpression.statements(
        measure.parts(["c.r", "c.g", "c.b"].map(PlaneExpression.init(variable:))))
      let type = names.count == 1 ? "float" : "vec3"
      functions +=
        "\(type) measure\(place)(vec3 c) {\n\(text)  return \(type)(\(names.joined(separator: ", ")));\n}\n"
      body += "  \(type) value\(place) = measure\(place)(seen);\n"
    }
    if needsInside, let place = all.firstIndex(of: .room(.srgb)) {
      body += "  float inside = clamp(room(value\(place)) + 0.5, 0.0, 1.0);\n"
    }
    if isHatched, plane.exceedsSRGB {
      body += """
          float stripe = abs(fract((pixels.x + pixels.y) / (8.0 * unit)) - 0.5) * 8.0 * unit;
          shown = mix(shown, ink, 0.45 * (1.0 - inside) * clamp(0.5 * unit + 0.5 - stripe, 0.0, 1.0));

        """
    }
    for (index, line) in lines.enumerated() {
      guard let place = all.firstIndex(of: line.measure) else { continue }
      body += "  shown = mix(shown, \(line.ink), \(line.coverage(index, of: "value\(place)", in: plane)));\n"
    }
    return """
      // The distance in pixels from where a value is zero, greater where it is more.
      float toward(float value) {
        return value / max(length(vec2(dFdx(value), dFdy(value))), 1e-9);
      }

      // The distance in pixels from where one of three channels leaves 0 to 1, less than nothing outside.
      float room(vec3 channels) {
        // Near black channels are cubes of the coordinates, of which a slope tells the distance but to a third; over a
        // square that is nowhere zero they are as good as straight.
        float size = pow(dot(channels, channels) + 1e-18, 1.0 / 6.0);
        vec3 low = channels / (size * size);
        vec3 lowX = dFdx(low);
        vec3 lowY = dFdy(low);
        vec3 lowPace = 1.0 / max(sqrt(lowX * lowX + lowY * lowY), vec3(1e-9));
        vec3 highX = -dFdx(channels);
        vec3 highY = -dFdy(channels);
        vec3 highPace = 1.0 / max(sqrt(highX * highX + highY * highY), vec3(1e-9));
        vec3 toLow = low * lowPace;
        vec3 toHigh = (1.0 - channels) * highPace;
        bvec3 isHigh = lessThan(toHigh, toLow);
        vec3 far = min(toLow, toHigh);
        float least = min(min(far.r, far.g), far.b);
        // A few pixels from the tip of black there is nothing to be seen, and slopes from pixel to pixel are too coarse.
        if (size * min(min(lowPace.r, lowPace.g), lowPace.b) < 8.0) return -1e3;
        if (least >= 0.0) return least;
        // Outside a corner the nearest place of one side may lie beyond another: then the corner itself is nearest.
        vec3 slopeX = mix(lowX * lowPace, highX * highPace, isHigh);
        vec3 slopeY = mix(lowY * lowPace, highY * highPace, isHigh);
        vec2 slope = far.r <= least ? vec2(slopeX.r, slopeY.r)
          : far.g <= least ? vec2(slopeX.g, slopeY.g) : vec2(slopeX.b, slopeY.b);
        vec3 alike = slope.x * slopeX + slope.y * slopeY;
        vec3 toCorner = sqrt(max(least * least + far * far - 2.0 * least * far * alike, 0.0)
          / max(1.0 - alike * alike, 1e-6));
        vec3 corner = mix(vec3(0.0), toCorner, lessThan(far - least * alike, vec3(-1e-3)));
        return min(least, -max(max(corner.r, corner.g), corner.b));
      }

      // How much of a pixel a line covers that is so many pixels away; it is broken into `on` of each `period` points.
      float along(float away, vec2 pixels, float on, float period) {
        vec2 slope = vec2(dFdx(away), dFdy(away));
        float covered = clamp(0.5 * unit + 0.5 - abs(away), 0.0, 1.0);
        float way = (abs(slope.x) > abs(slope.y) ? pixels.y : pixels.x) / unit;
        return covered * (mod(way, period) < on ? 1.0 : 0.0);
      }

      \(functions)
      vec3 guided(vec2 p, vec3 seen) {
      \(body)  return shown;
      }

      """
  }

  /// Returns the name in the shader of the level of the line at an index.
  public static func levelName(_ index: Int) -> String { "line\(index)" }
}

extension PlaneLine {
  /// The ink in GLSL: dark on light colours and light on dark ones.
  fileprivate var ink: String {
    // The luminance with equal contrast to white and to black (WCAG 2.1).
    isEdge ? "ink" : level > 0.179 ? "vec3(0.0)" : "vec3(1.0)"
  }

  /// Returns the line's coverage of a pixel, in GLSL: P3's boundary is dashed, that of Rec. 2020 dotted, and contrast
  /// is shown within sRGB only.
  fileprivate func coverage(_ index: Int, of value: String, in plane: ColorPlane) -> String {
    let away = isEdge ? "room(\(value))" : "toward(\(value) - \(PlaneGuides.levelName(index)))"
    func covered(_ on: Double, of period: Double) -> String {
      "0.85 * along(\(away), pixels, \(on), \(period))"
    }
    switch measure {
    case .room(.srgb): return covered(1, of: 1)
    case .room(.displayP3): return covered(6, of: 10)
    case .room(.rec2020): return covered(1.5, of: 4)
    default: return covered(1, of: 1) + (plane.exceedsSRGB ? " * inside" : "")
    }
  }
}
