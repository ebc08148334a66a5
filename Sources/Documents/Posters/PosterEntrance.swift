public import Colors
public import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The motion of a poster's animation, as a pure function of its layout, the animation and the time.
///
/// Each mark of the layout, or each letter of a line, is a piece with a pose at each time. At the end, and whenever
/// nothing moves, the picture is that of the layout.
public struct PosterEntrance: Sendable {
  /// The animation.
  public let animation: PosterAnimation
  /// The pieces, drawn together like the groups of the layout's marks, from back to front.
  public private(set) var groups: [Group] = []
  /// The colour behind the ground while that fades in, black or white.
  public let backdrop: RGBA
  /// The page, in points.
  let page: Rect
  /// The end of the last motion in the preset's own seconds, before they are stretched to the animation's.
  private let naturalEnd: Double

  /// Pieces that are drawn together with one opacity.
  public struct Group: Sendable {
    /// The pieces, from back to front.
    public let pieces: [Piece]
    /// The opacity of the group, 0…1.
    public let opacity: Double
    /// The description of the element that the pieces belong to; nil for lines and crown.
    public let name: String?
  }

  /// A mark of the layout that moves, or a letter of one.
  public struct Piece: Sendable {
    /// The mark that is drawn.
    public let mark: PosterLayout.Mark
    /// The fixed point of the pose's scale, in points of the page.
    public let pivot: Point
    let cue: Cue
  }

  /// The pose of a piece: scaled about its pivot, then moved.
  public struct Pose: Hashable, Sendable {
    /// The distance from the piece's place, in points.
    public var offset = Vector.zero
    /// The scale across and down.
    public var scale = Vector(1, 1)
    /// The opacity, 0…1.
    public var opacity = 1.0

    /// The pose of a piece at rest.
    public static let rest = Pose()

    /// Creates the pose of a piece at rest.
    public init() {}
  }

  /// The motion of a piece, in the preset's own seconds.
  struct Cue: Hashable, Sendable {
    /// The start.
    var start: Double
    /// The pose at the start; its opacity is 0.
    var offset = Vector.zero
    var scale = Vector(1, 1)
    /// The duration in which the piece becomes opaque.
    var fade: Double
    /// The time of one swing, and the damping ratio below 1, of the spring that brings the piece to its place.
    var response = 0.5
    var damping = 0.8
    /// The additional scale at the top of a pulse, which takes `fade` and has no other motion.
    var swell = 0.0

    /// The share of the distance that remains when the spring is cut off; invisible even on the largest picture.
    private static let remainder = 2e-5

    var end: Double {
      guard swell == 0, offset != .zero || scale != Vector(1, 1) else { return start + fade }
      let root = (1 - damping * damping).squareRoot()
      return start + max(fade, log(1 / (Self.remainder * root)) * response / (damping * 2 * .pi))
    }

    func pose(at time: Double) -> Pose {
      var pose = Pose()
      guard time < end else { return pose }
      let passed = max(time - start, 0)
      if swell > 0 {
        let wave = sin(.pi * passed / fade)
        pose.scale = Vector(1 + swell * wave * wave, 1 + swell * wave * wave)
        return pose
      }
      let spring = Spring(response: response, dampingRatio: damping)
      let rest = spring.advancing(Moving(value: 1), toward: 0, by: passed).value
      pose.offset = offset * rest
      pose.scale = Vector(max(1 + (scale.dx - 1) * rest, 0), max(1 + (scale.dy - 1) * rest, 0))
      pose.opacity = eased(passed / fade)
      return pose
    }
  }

  /// Creates the motion of a layout.
  public init(_ layout: PosterLayout, _ animation: PosterAnimation) {
    self.animation = animation
    page = layout.page
    backdrop = layout.groundIsLight ? .white : .black
    let choreography = Choreography(layout, animation.preset)
    groups = layout.markGroups.map { group in
      let pieces = zip(group.marks, group.owners).flatMap { choreography.pieces(of: $0, $1) }
      return Group(pieces: pieces, opacity: group.opacity, name: group.name)
    }
    let last = groups.lazy.flatMap(\.pieces).map(\.cue.end).max() ?? 0
    naturalEnd = max(last, animation.preset == .pulse ? 0 : Self.groundFade)
  }

  // MARK: Time

  /// The duration of the ground's fade, in the preset's own seconds.
  private static let groundFade = 0.5
  /// The share of the duration that is left for rest at the end.
  private static let restShare = 0.08
  /// The shortest pulse in seconds; a longer animation has several.
  private static let pulseDuration = 2.0

  /// The number of times that the motion is repeated within the duration; only pulses are.
  public var cycles: Int {
    animation.preset == .pulse ? max(1, Int(animation.duration / Self.pulseDuration)) : 1
  }

  /// The duration of one cycle, in seconds.
  public var period: Double { animation.duration / Double(cycles) }

  private var motion: Double { min(period, PosterAnimation.longestMotion) }

  /// The time in which a loop's poster leaves before it enters again, in seconds.
  private var leaving: Double {
    animation.loops && animation.preset != .pulse ? min(0.6, 0.12 * motion) : 0
  }

  /// The end of the motion within a cycle, in seconds; from then on the poster is at rest.
  public var end: Double { motion * (1 - Self.restShare) }

  /// Returns the time within the preset, in its own seconds, and how much of the poster has left.
  private func moment(_ time: Double) -> (time: Double, left: Double)? {
    var time = max(time, 0)
    if cycles > 1, time < animation.duration { time = time.truncatingRemainder(dividingBy: period) }
    guard time < end else { return nil }
    if time < leaving { return (0, eased(time / leaving)) }
    return ((time - leaving) * naturalEnd / (end - leaving), 0)
  }

  /// Returns whether the poster is whole and still at a time, in seconds.
  public func isAtRest(at time: Double) -> Bool {
    guard let (natural, left) = moment(time) else { return true }
    if leaving > 0, time < leaving { return left == 0 }
    return animation.preset == .pulse && natural == 0
  }

  /// Returns the pose of a piece at a time, in seconds.
  public func pose(of piece: Piece, at time: Double) -> Pose {
    guard let (natural, left) = moment(time) else { return .rest }
    guard leaving > 0, time < leaving else { return piece.cue.pose(at: natural) }
    var pose = Pose.rest
    pose.opacity = 1 - left
    return pose
  }

  /// Returns the opacity of the ground over the backdrop at a time in seconds, 0…1; only the ground of an entrance that
  /// plays once fades.
  public func groundOpacity(at time: Double) -> Double {
    guard !animation.loops, animation.preset != .pulse, let (natural, _) = moment(time) else { return 1 }
    return eased(natural / Self.groundFade)
  }

  /// Returns the time that a frame shows; the last one shows the end.
  public func time(ofFrame number: Int, framesPerSecond: Double) -> Double {
    number == animation.frameCount(framesPerSecond: framesPerSecond) - 1
      ? animation.duration : Double(number) / framesPerSecond
  }
}

/// Returns an eased share, 0…1, without a jump of the velocity.
private func eased(_ share: Double) -> Double {
  let share = min(max(share, 0), 1)
  return share * share * (3 - 2 * share)
}

/// The cues of a preset for each mark of a layout.
private struct Choreography {
  let layout: PosterLayout
  let preset: PosterAnimation.Preset
  /// The start of the first line, and the pause between two.
  private let firstLine: Double
  private let lineGap: Double
  /// The pause between two letters; nil where lines move as a whole.
  private let letterGap: Double?
  /// The number of characters in the lines before each line.
  private let before: [Int]

  /// The most letters that move one by one; the lines of longer texts move as a whole.
  private static let mostLetters = 240

  init(_ layout: PosterLayout, _ preset: PosterAnimation.Preset) {
    (self.layout, self.preset) = (layout, preset)
    let counts = layout.lines.map { $0.setting.text.count }
    var sum = 0
    before = counts.map { count in
      defer { sum += count }
      return sum
    }
    let count = Double(max(layout.lines.count, 1))
    let hasCrown = layout.emblem != nil
    let isByLetter = sum <= Self.mostLetters
    switch preset {
    case .drop: (firstLine, lineGap, letterGap) = (hasCrown ? 0.55 : 0.25, min(0.16, 0.9 / count), nil)
    case .rise:
      let longest = Double(max(counts.max() ?? 1, 1))
      (firstLine, lineGap) = (hasCrown ? 0.4 : 0.25, min(0.2, 1 / count))
      letterGap = isByLetter ? min(0.035, 0.5 / longest) : nil
    case .type:
      firstLine = hasCrown ? 0.5 : 0.3
      letterGap = isByLetter ? min(0.075, 2.4 / Double(max(sum, 1))) : nil
      lineGap = isByLetter ? 0 : min(0.25, 2.4 / count)
    case .unfold: (firstLine, lineGap, letterGap) = (hasCrown ? 0.5 : 0.25, min(0.2, 1.2 / count), nil)
    case .stamp: (firstLine, lineGap, letterGap) = (hasCrown ? 0.5 : 0.25, min(0.24, 1.4 / count), nil)
    case .pulse: (firstLine, lineGap, letterGap) = (hasCrown ? 0.18 : 0, min(0.12, 0.6 / count), nil)
    }
  }

  func pieces(of mark: PosterLayout.Mark, _ owner: PosterLayout.MarkOwner) -> [PosterEntrance.Piece] {
    switch owner {
    case .emblem:
      let box = layout.emblem?.bounds ?? layout.page
      let isGrown = preset == .unfold
      return [
        PosterEntrance.Piece(
          mark: mark, pivot: isGrown ? Point(box.midX, box.maxY) : box.center, cue: emblemCue(box))
      ]
    case .element(let index):
      let order = layout.elements.firstIndex { $0.index == index } ?? 0
      let frame = layout.elements.indices.contains(order) ? layout.elements[order].frame : layout.page
      return [PosterEntrance.Piece(mark: mark, pivot: frame.center, cue: elementCue(order))]
    case .line(let number, let character):
      let line = layout.lines[number]
      if letterGap != nil, case .line(_, let part, let ink) = mark {
        let letters = line.letters(of: part)
        if !letters.isEmpty {
          return letters.map { index, path in
            letter(.path(path, ink), number, index, box: path.bounds ?? line.bounds)
          }
        }
      }
      if letterGap != nil, let character {
        return [letter(mark, number, character, box: mark.box ?? line.bounds)]
      }
      return [
        PosterEntrance.Piece(
          mark: mark,
          pivot: preset == .unfold ? Point(line.bounds.midX, line.bounds.minY) : line.bounds.center,
          cue: lineCue(number))
      ]
    }
  }

  private func letter(
    _ mark: PosterLayout.Mark, _ number: Int, _ index: Int, box: Rect
  ) -> PosterEntrance.Piece {
    let line = layout.lines[number]
    let gap = letterGap ?? 0
    var cue: PosterEntrance.Cue
    if preset == .type {
      cue = .init(start: firstLine + Double(before[number] + index) * gap, fade: 0.07)
      (cue.scale, cue.response, cue.damping) = (Vector(0.86, 0.86), 0.26, 0.72)
    } else {
      cue = .init(start: firstLine + Double(number) * lineGap + Double(index) * gap, fade: 0.24)
      let turn = line.transform(ofCharacter: index)
      // Letters of a curved line rise away from the middle of their circle.
      cue.offset = Vector(turn.c, turn.d) * (0.6 * line.capHeight)
      (cue.response, cue.damping) = (0.5, 0.76)
    }
    return PosterEntrance.Piece(mark: mark, pivot: box.center, cue: cue)
  }

  private func emblemCue(_ box: Rect) -> PosterEntrance.Cue {
    let height = layout.page.height
    var cue = PosterEntrance.Cue(start: 0.15, fade: 0.3)
    switch preset {
    case .drop:
      // From above the page, so that it is seen to fall.
      cue.offset = Vector(0, -(max(box.maxY, 0) + 0.02 * height))
      (cue.fade, cue.response, cue.damping) = (0.12, 0.62, 0.68)
    case .rise: (cue.offset, cue.response, cue.damping) = (Vector(0, 0.5 * box.height), 0.6, 0.8)
    case .type: (cue.scale, cue.response, cue.damping) = (Vector(0.92, 0.92), 0.5, 0.85)
    case .unfold:
      (cue.scale, cue.fade, cue.response, cue.damping) = (Vector(1, 0), 0.12, 0.6, 0.68)
    case .stamp: (cue.scale, cue.fade, cue.response, cue.damping) = (Vector(1.6, 1.6), 0.2, 0.42, 0.78)
    case .pulse: (cue.start, cue.fade, cue.swell) = (0, 0.9, 0.06)
    }
    return cue
  }

  private func lineCue(_ number: Int) -> PosterEntrance.Cue {
    let line = layout.lines[number]
    var cue = PosterEntrance.Cue(start: firstLine + Double(number) * lineGap, fade: 0.3)
    switch preset {
    case .drop: (cue.offset, cue.response, cue.damping) = (Vector(0, 0.8 * line.capHeight), 0.55, 0.78)
    case .rise: (cue.offset, cue.response, cue.damping) = (Vector(0, 0.6 * line.capHeight), 0.5, 0.78)
    case .type: cue.fade = 0.2
    case .unfold:
      (cue.scale, cue.fade, cue.response, cue.damping) = (Vector(1, 0), 0.14, 0.56, 0.7)
    case .stamp: (cue.scale, cue.fade, cue.response, cue.damping) = (Vector(1.3, 1.3), 0.18, 0.4, 0.76)
    case .pulse: (cue.fade, cue.swell) = (0.9, 0.025)
    }
    return cue
  }

  /// Returns the cue of a code, picture or drawing: after the lines, or with the wave that ends there.
  private func elementCue(_ order: Int) -> PosterEntrance.Cue {
    let lines = layout.lines.count
    let typed = preset == .type ? Double(before.last ?? 0) * (letterGap ?? 0) : 0
    let last = firstLine + Double(max(lines - 1, 0)) * lineGap + typed
    var cue = PosterEntrance.Cue(start: last + 0.2 + Double(min(order, 8)) * 0.1, fade: 0.35)
    if preset == .pulse {
      (cue.start, cue.fade, cue.swell) = (last + 0.1, 0.9, 0.02)
    } else {
      (cue.scale, cue.response, cue.damping) = (Vector(0.9, 0.9), 0.5, 0.8)
    }
    return cue
  }
}

extension PosterLayout.Mark {
  /// The box of a mark that is a path or a picture.
  fileprivate var box: Rect? {
    switch self {
    case .path(let path, _): path.bounds
    case .line(let line, _, _): line.bounds
    case .picture(_, let rect), .tinted(_, let rect, _): rect
    case .code(let code): code.frame
    }
  }
}

extension PosterLayout.PlacedLine {
  /// Returns the letters of a part in the order of the text, each with the index of its character in the visible line.
  ///
  /// Shapes that touch are one letter; counters stay with the shape around them.
  func letters(of part: Part) -> [(character: Int, path: Path)] {
    let shapes = part.path.subpaths.map { (path: $0, box: $0.bounds ?? .zero) }
    let middles = part.characters.map { (index: $0, x: origin.x + shaped.middle(ofCharacter: $0)) }
    guard !middles.isEmpty else { return [] }
    func character(at box: Rect) -> Int {
      let x = (course?.straight(box.center) ?? box.center).x
      return middles.min { abs($0.x - x) < abs($1.x - x) }?.index ?? 0
    }
    // A shape inside another belongs to the largest around it.
    let areas = shapes.map { $0.box.width * $0.box.height }
    let order = shapes.indices.sorted { areas[$0] > areas[$1] }
    var owner: [Int: Int] = [:]
    var outer: [Int] = []
    for index in order {
      let box = shapes[index].box
      if let around = outer.first(where: { shapes[$0].box.contains(box) }) {
        owner[index] = owner[around]
      } else {
        owner[index] = character(at: box)
        outer.append(index)
      }
    }
    var paths: [Int: Path] = [:]
    for index in shapes.indices {
      guard let character = owner[index] else { continue }
      paths[character, default: Path()].append(shapes[index].path)
    }
    return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension PosterLayout {
  /// Whether the ground is nearer to white than to black.
  fileprivate var groundIsLight: Bool {
    // The luminance in the middle of the scale of lightness.
    wcagLuminance(background.meanColor.clipped) > 0.18
  }
}
