import Glibc

/// A contrast that text should have with its background.
public struct ContrastGoal: Hashable, Sendable {
  /// A contrast measure.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// WCAG 2's ratio of luminances, from 1 to 21.
    case wcag
    /// APCA's lightness contrast Lc, from 0 to about 108 without its sign.
    case apca

    /// The usual goals: 3 for large text, 4.5 for text, 7 for text at level AAA; or Lc from headlines to body text.
    public var goals: [ContrastGoal] {
      switch self {
      case .wcag: [3, 4.5, 7].map { ContrastGoal(self, $0) }
      case .apca: [45, 60, 75, 90].map { ContrastGoal(self, $0) }
      }
    }
  }

  /// The contrast measure.
  public let method: Method

  /// The minimum ratio, or the minimum Lc without its sign.
  public let least: Double

  /// Creates a goal from the minimum WCAG ratio, or the minimum APCA Lc without its sign.
  ///
  /// - Parameters:
  ///   - method: The formula.
  ///   - least: The minimum: a ratio from 1 to 21 (WCAG), or an Lc from 0 to 108 (APCA).
  public init(_ method: Method, _ least: Double) {
    (self.method, self.least) = (method, least)
  }

  /// Its display text, such as “4.5” or “Lc 75”.
  public var label: String {
    let number = least == least.rounded() ? "\(Int(least))" : "\(least)"
    // Untranslated: the unit of APCA.
    return method == .wcag ? number : "Lc \(number)"
  }

  /// Returns the contrast of opaque text on an opaque background by this measure, without a sign.
  public func contrast(of ink: RGBA, on ground: RGBA) -> Double {
    switch method {
    case .wcag: wcagContrast(ink, ground)
    case .apca: apcaContrast(text: ink, background: ground).magnitude
    }
  }

  /// Whether text has this contrast with a background.
  public func isReached(by ink: RGBA, on ground: RGBA) -> Bool { contrast(of: ink, on: ground) >= least }

  /// Returns the lines of colours with exactly this contrast to a background: darker ones, lighter ones, or both.
  public func lines(on ground: RGBA) -> [PlaneLine] {
    let levels: [Double] =
      switch method {
      case .wcag:
        {
          let luminance = wcagLuminance(ground)
          return [(luminance + 0.05) / least - 0.05, (luminance + 0.05) * least - 0.05]
        }()
      case .apca: apcaLevels(on: ground)
      }
    return levels.filter { $0 > 0 && $0 < 1 }.map {
      PlaneLine(
        method == .wcag ? .luminance : .apcaLuminance, at: $0, label: label,
        boundOf: ContrastRequirement(self, on: ground))
    }
  }

  /// Returns the luminances with this contrast, by inverting APCA's formula; impossible ones are omitted.
  private func apcaLevels(on ground: RGBA) -> [Double] {
    let luminance = apcaLuminance(ground)
    let difference = (least / 100 + 0.027) / 1.14
    let darker = pow(luminance, 0.56) - difference
    let lighter = pow(luminance, 0.65) + difference
    return [darker > 0 ? pow(darker, 1 / 0.57) : nil, pow(lighter, 1 / 0.62)].compactMap { $0 }
      .compactMap(apcaPlainLuminance)
  }

  /// Returns the colour of the nearest OKLCH lightness that reaches the goal on a background, or nil if none does. Hue
  /// is kept, and chroma within sRGB. The colour still passes when rounded to eight bits.
  public func nearest(to ink: RGBA, on ground: RGBA) -> RGBA? {
    let start = Color(ink).converted(to: .oklch)
    let lightness = start.components.x
    func color(_ lightness: Double) -> RGBA {
      let moved = OKLCH(lightness: lightness, chroma: start.components.y, hue: start.hue)
      return Color(moved, alpha: 1).mapped(to: .srgb).rgba
    }
    let requirement = ContrastRequirement(self, on: ground)
    func passes(_ lightness: Double) -> Bool { requirement.isMet(by: color(lightness)) }
    if requirement.isMet(by: ink) { return ink }
    let found = [0.0, 1].compactMap { end -> Double? in
      guard passes(end) else { return nil }
      var (failing, passing) = (lightness, end)
      while (passing - failing).magnitude > 1e-5 {
        let middle = (failing + passing) / 2
        if passes(middle) { passing = middle } else { failing = middle }
      }
      return passing
    }
    return found.min { ($0 - lightness).magnitude < ($1 - lightness).magnitude }
      .map { color($0).withAlpha(ink.alpha) }
  }
}
