public import Colors
public import Images
public import Localization
import Text
public import Typography

/// A set of colours by their roles on a poster: the grounds, the lettering with the crown, and accents.
///
/// ```swift
/// let night = try Recoloring(poster).poster(in: PosterScheme.all[1])
/// ```
public struct PosterScheme: Hashable, Sendable {
  /// The identifier on the command line: `midnight`, or the id of a palette.
  public let id: String
  /// The name for people.
  public let name: Message
  /// The colours of the ground, opaque and in eight bits: the main one, then those toward the other end of a gradient.
  public let grounds: [RGBA]
  /// The colours on the ground, opaque and in eight bits: that of lettering and crown, then the accents.
  public let inks: [RGBA]
  /// The reason why no poster can have the scheme, or nil.
  public let refusal: Refusal?

  /// The contrast (WCAG) that is enough for any ink, from 1 to 21.
  public static let sufficientContrast = 4.5
  /// The contrast (WCAG) that some colour of a palette must have with its first colour, from 1 to 21.
  public static let leastContrast = 3.0

  /// A scheme that a poster cannot have, and the reason.
  public struct Refusal: LocalizableError, Hashable {
    /// The name of the scheme, the reason, and what to do.
    public let message: Message
  }

  /// Creates a scheme of colours as 0xRRGGBB.
  init(_ id: String, _ name: Message, grounds: [UInt32], inks: [UInt32]) {
    (self.id, self.name, refusal) = (id, name, nil)
    self.grounds = grounds.map { RGBA(hex: $0) }
    self.inks = inks.map { RGBA(hex: $0) }
  }

  /// Creates the scheme of a palette: its first colour is the ground, the one that contrasts most with it the lettering,
  /// and others with enough contrast are accents, in the order of their contrast.
  ///
  /// - Parameters:
  ///   - id: The identifier of the palette.
  ///   - name: The name of the palette.
  ///   - colors: Its colours in order, composited over white.
  public init(palette id: String, name: String, colors: [RGBA]) {
    self.id = id
    self.name = Message("{name}", ["name": name], context: "palette")
    var unique: [RGBA] = []
    for color in colors.prefix(Self.mostColors).map(\.onPaper) where !unique.contains(color) {
      unique.append(color)
    }
    let ground = unique.first ?? .white
    let others = unique.dropFirst().enumerated().map {
      (place: $0, color: $1, ratio: wcagContrast($1, ground))
    }
    .sorted { $0.ratio == $1.ratio ? $0.place < $1.place : $0.ratio > $1.ratio }
    inks = others.filter { $0.ratio >= Self.leastContrast }.map(\.color)
    guard let ink = inks.first else {
      grounds = [ground]
      refusal = Refusal(
        message: others.first.map { best in
          Message(
            "“{scheme}” has no contrast: with its first colour {color}, its best colour has {ratio}, and {least} is needed. Choose another, or add a lighter or darker colour to the palette",
            [
              "scheme": name, "color": Color(ground).text(as: .hex),
              "ratio": Contrast(ink: best.color, ground: ground).wcagText,
              "least": Self.leastContrast.text(.rounded(to: 1)),
            ])
        }
          ?? Message(
            "“{scheme}” has fewer than two colours; add one to the palette, or choose another",
            ["scheme": name]))
      return
    }
    refusal = nil
    let needed = min(wcagContrast(ink, ground), Self.sufficientContrast)
    let near = others.filter { $0.ratio < Self.leastContrast && wcagContrast($0.color, ink) >= needed }
      .map { (color: $0.color, distance: ColorDifference(Color($0.color), Color(ground)).deltaEOK) }
      .min { $0.distance < $1.distance }
    grounds = [ground, near?.color ?? Self.neighbor(of: ground, awayFrom: ink)]
  }

  private static let mostColors = 64
  /// The difference in OKLCH lightness between a palette's ground and the end of its gradients.
  private static let groundStep = 0.09

  /// Returns a ground a little lighter or darker, whichever contrasts more with an ink.
  private static func neighbor(of ground: RGBA, awayFrom ink: RGBA) -> RGBA {
    let lch = OKLCH(ground)
    let step = wcagLuminance(ink) > wcagLuminance(ground) ? -groundStep : groundStep
    let moved = OKLCH(
      lightness: min(max(lch.lightness + step, 0), 1), chroma: lch.chroma, hue: lch.hue)
    return Color(moved).mapped(to: .srgb).rgba.inBytes
  }

  /// Returns a colour of the ground at a share of the way from the main one to the last, 0…1.
  public func ground(at share: Double) -> RGBA {
    let place = min(max(share, 0), 1) * Double(grounds.count - 1)
    let index = min(Int(place), grounds.count - 1)
    guard index + 1 < grounds.count, place > Double(index) else { return grounds[index] }
    let (low, high) = (Oklab(grounds[index]), Oklab(grounds[index + 1]))
    let part = place - Double(index)
    func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * part }
    return Oklab(
      lightness: mix(low.lightness, high.lightness), a: mix(low.a, high.a), b: mix(low.b, high.b)
    ).rgba().inBytes
  }

  /// Returns a background in the colours of the ground, with the opacities of the old one. Equal colours stay equal, and
  /// pictures stay as they are.
  func recolored(_ background: Background) -> Background {
    func recolored(_ stops: [Background.Stop]) -> [Background.Stop] {
      var known: [RGBA] = []
      for stop in stops where !known.contains(stop.color) { known.append(stop.color) }
      return stops.map { stop in
        var stop = stop
        let place = Double(known.firstIndex(of: stop.color) ?? 0) / Double(max(known.count - 1, 1))
        stop.color = ground(at: place).withAlpha(stop.color.alpha)
        return stop
      }
    }
    switch background {
    case .color(let color): return .color(grounds[0].withAlpha(color.alpha))
    case .linear(let stops, let start, let end):
      return .linear(stops: recolored(stops), start: start, end: end)
    case .radial(let stops, let center, let radius):
      return .radial(stops: recolored(stops), center: center, radius: radius)
    case .picture: return background
    }
  }

  /// Returns the colours for an ink in the order in which they are tried: the first one is that of lettering and crown,
  /// the others are accents in turn.
  fileprivate func candidates(forInk index: Int) -> [RGBA] {
    let accents = Array(inks.dropFirst())
    guard index > 0, !accents.isEmpty else { return inks }
    let first = (index - 1) % accents.count
    return Array(accents[first...] + accents[..<first])
  }
}

/// A poster whose colours can be replaced by those of schemes, with the contrast of every ink kept.
///
/// An ink needs the contrast that it has with the ground behind its letters and shapes, or 4.5 (WCAG) if that is less. It
/// takes the scheme's colour for its role if that has the contrast, else another of the scheme, else the colour of its
/// role in the nearest OKLCH lightness.
public struct Recoloring {
  /// The poster as it is.
  public let poster: Poster
  private let layout: PosterLayout
  private let inks: [Ink]
  private let typesetter: Typesetter
  private let decoder: any PictureDecoder

  /// An ink of the poster.
  private struct Ink {
    let color: RGBA
    /// The ground behind its letters and shapes.
    let ground: GroundColors
    /// The contrast that it needs, from 1 to 4.5.
    let needed: Double
  }

  /// Lays the poster out and measures its contrasts, which takes some milliseconds, longer with a picture as ground.
  public init(
    _ poster: Poster, typesetter: Typesetter = Typesetter(),
    by decoder: any PictureDecoder = DirectDecoder()
  ) {
    (self.poster, self.typesetter, self.decoder) = (poster, typesetter, decoder)
    let layout = PosterLayout(poster, typesetter: typesetter)
    self.layout = layout
    inks = poster.inks.map { ink in
      let ground = GroundColors(behindInkOf: layout, only: ink, by: decoder)
      return Ink(
        color: ink, ground: ground,
        needed: min(ground.legibility(of: ink).ratio, PosterScheme.sufficientContrast))
    }
  }

  /// The inks of the poster in the order of their roles, each with its contrast (WCAG) where it is lowest, from 1 to 21.
  public var contrasts: [(ink: RGBA, ratio: Double)] {
    inks.map { ($0.color, $0.ground.legibility(of: $0.color).ratio) }
  }

  /// Returns the poster in a scheme; equal colours become equal ones.
  ///
  /// - Throws: ``PosterScheme/Refusal`` if an ink cannot have the contrast that it needs, or a code could not be
  ///   read.
  public func poster(in scheme: PosterScheme) throws(PosterScheme.Refusal) -> Poster {
    if let refusal = scheme.refusal { throw refusal }
    var result = poster
    result.background = scheme.recolored(poster.background)
    let isSameGround = result.background == poster.background
    let recolored = layout.colored(ink: poster.ink, background: result.background)
    var colors: [RGBA: RGBA] = [:]
    for (index, ink) in inks.enumerated() {
      let ground =
        isSameGround ? ink.ground : GroundColors(behindInkOf: recolored, only: ink.color, by: decoder)
      guard let color = Self.color(scheme.candidates(forInk: index), for: ink, on: ground) else {
        throw PosterScheme.Refusal(
          message: Message(
            "“{scheme}” has no contrast on this poster: on its ground, the colour {color} needs {ratio}. Choose another scheme, or a ground of one colour",
            ["color": Color(ink.color).text(as: .hex), "ratio": ink.needed.text(.rounded(to: 2))],
            parts: ["scheme": scheme.name]))
      }
      colors[ink.color] = color
    }
    result.replaceInks { colors[$0] ?? $0 }
    if isCodeLost(in: result) {
      throw PosterScheme.Refusal(
        message: Message(
          "A code on this poster could not be read in “{scheme}”; give the code a plate, or choose another scheme",
          parts: ["scheme": scheme.name]))
    }
    return result
  }

  /// Returns the first colour that has the contrast; else the first one in another lightness, opaque if it must be.
  private static func color(_ candidates: [RGBA], for ink: Ink, on ground: GroundColors) -> RGBA? {
    let tried = candidates.map { $0.withAlpha(ink.color.alpha) }
    return tried.first { ground.legibility(of: $0).ratio >= ink.needed }
      ?? candidates.first.flatMap { ground.nearestInk(to: $0, ratio: ink.needed) }
  }

  /// Returns whether a code that can be read now could not be in a version of the poster.
  private func isCodeLost(in version: Poster) -> Bool {
    let codes = layout.elements.indices.filter {
      if case .code = layout.elements[$0].content { layout.elements[$0].fault == nil } else { false }
    }
    guard !codes.isEmpty else { return false }
    let next = PosterLayout(version, typesetter: typesetter)
    return codes.contains { !next.elements.indices.contains($0) || next.elements[$0].fault != nil }
  }
}

extension Poster {
  /// The inks without repetitions: that of the poster, then those of lines and words in reading order.
  var inks: [RGBA] {
    var inks = [ink]
    for line in lines {
      for own in [line.ink] + line.spans.map(\.style.ink) {
        if let own, !inks.contains(own) { inks.append(own) }
      }
    }
    return inks
  }

  /// Replaces the inks of the poster, its lines and its words.
  mutating func replaceInks(_ replacement: (RGBA) -> RGBA) {
    ink = replacement(ink)
    for index in lines.indices {
      lines[index].ink = lines[index].ink.map(replacement)
      for span in lines[index].spans.indices {
        lines[index].spans[span].style.ink = lines[index].spans[span].style.ink.map(replacement)
      }
    }
  }
}

extension PosterScheme {
  /// The schemes that ship with the program, in order.
  public static let all: [PosterScheme] = [
    PosterScheme(
      "crown-red", Message("Crown red", context: "scheme"), grounds: [0xc40d1e, 0x8f0a1c],
      inks: [0xffffff, 0xffe9a8, 0xffdcd4]),
    PosterScheme(
      "midnight", Message("Midnight", context: "scheme"), grounds: [0x132048, 0x0a1026],
      inks: [0xf6eedb, 0xf2b84b, 0x93c5e8]),
    PosterScheme(
      "paper", Message("Paper", context: "scheme"), grounds: [0xfbf7ee, 0xefe5d0],
      inks: [0x1d1d1f, 0xa3231f, 0x1f4e79]),
    PosterScheme(
      "forest", Message("Forest", context: "scheme"), grounds: [0x1a3c30, 0x0f261e],
      inks: [0xf1ead2, 0xe5b655, 0xafd5a6]),
    PosterScheme(
      "harbour", Message("Harbour", context: "scheme"), grounds: [0xe7eff2, 0xc8dce3],
      inks: [0x0d3b4f, 0x9c3119, 0x1a5548]),
    PosterScheme(
      "sunrise", Message("Sunrise", context: "scheme"), grounds: [0xffdfae, 0xffbb9c],
      inks: [0x4a1528, 0x801b45, 0x5a2a0a]),
    PosterScheme(
      "coffee", Message("Coffee", context: "scheme"), grounds: [0x332017, 0x4c3224],
      inks: [0xf6dfb6, 0xe8a86a, 0xc9d6a3]),
    PosterScheme(
      "meadow", Message("Meadow", context: "scheme"), grounds: [0xeef5da, 0xcfe5ad],
      inks: [0x1c4a2c, 0x7a2c1f, 0x2b3f7a]),
    PosterScheme(
      "neon", Message("Neon", context: "scheme"), grounds: [0x160829, 0x331259],
      inks: [0xffe45e, 0x5cf2e3, 0xff8ad1]),
    PosterScheme(
      "slate", Message("Slate", context: "scheme"), grounds: [0x30343a, 0x1c1f24],
      inks: [0xeef0f2, 0xf0c24b, 0x8fd0e8]),
  ]
}
