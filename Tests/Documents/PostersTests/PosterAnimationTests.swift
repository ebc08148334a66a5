import Colors
import Foundation
import Geometry
import Posters
import TestSupport
import Testing
import Text
import Typography

@Suite struct PosterAnimationTests {
  private static let all = PosterAnimation.Preset.allCases.flatMap { preset in
    [1.0, 2, 6, 40].flatMap { duration in
      [false, true].map { PosterAnimation(preset, duration: duration, loops: $0) }
    }
  }

  private func layout(_ change: (inout Poster) -> Void = { _ in }) throws -> PosterLayout {
    var poster = try Samples.poster()
    poster.elements = [.init(.figure(Samples.triangle, isTinted: true))]
    change(&poster)
    return PosterLayout(poster, typesetter: Typesetter())
  }

  private func entrance(_ animation: PosterAnimation) throws -> PosterEntrance {
    PosterEntrance(try layout(), animation)
  }

  // MARK: The document

  @Test(arguments: all)
  func `an animation comes back from its document`(animation: PosterAnimation) throws {
    var poster = Poster(lines: [.init("A")])
    #expect(!poster.json.contains("animation"))
    poster.animation = animation

    #expect(try Poster(json: Array(poster.json.utf8)) == poster)
    #expect(poster.unknownFieldWarnings.isEmpty)
    let schema = try SchemaValidator(Poster.jsonSchema)
    #expect(schema.faults(of: try JSONValue(Array(poster.json.utf8))) == [])
  }

  private func poster(_ animation: String) throws -> Poster {
    try Poster(
      json: Array(
        #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "A"}], "animation": \#(animation)}"#
          .utf8
      ))
  }

  @Test func `a motion alone has its own duration and plays once, and what is unknown survives`() throws {
    let read = try poster(#"{"preset": "type", "easing": "back"}"#)

    #expect(read.animation == PosterAnimation(.type, duration: 4, loops: false))
    #expect(read.json.contains(#""easing": "back""#))
    #expect(read.unknownFieldWarnings.count == 1)
    #expect("\(read.unknownFieldWarnings)".contains("animation.easing"))
  }

  @Test(arguments: [
    (#"{"preset": "fly"}"#, "drop, rise, type, unfold, stamp, pulse"),
    (#"{"duration": 3}"#, "the motion is missing"), (#"{"preset": "drop", "duration": 301}"#, "300"),
    (#"{"preset": "drop", "duration": 0.5}"#, "1"), (#"{"preset": "drop", "loop": 1}"#, "loop"),
    (#""drop""#, "animation"), (#"{"preset": "drop", "duration": 1e999}"#, "duration"),
  ])
  func `a faulty animation is refused with its field`(animation: String, words: String) {
    let error = #expect(throws: PosterError.self) { try poster(animation) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(error?.description.contains("animation") == true)
  }

  @Test(arguments: [
    ("drop", PosterAnimation(.drop)), ("rise 4s", PosterAnimation(.rise, duration: 4)),
    ("type 5 loop", PosterAnimation(.type, duration: 5, loops: true)),
    ("  pulse  once 2.5s ", PosterAnimation(.pulse, duration: 2.5)),
    ("stamp 300", PosterAnimation(.stamp, duration: 300)),
  ])
  func `a change is a motion with seconds and loop`(text: String, animation: PosterAnimation) throws {
    #expect(try PosterAnimation(parsing: text) == animation)
  }

  @Test(arguments: [
    "", "fly", "drop 301s", "drop 0", "drop nan", "drop infs", "drop 4 twice", "4s drop", "drop -3",
  ])
  func `other words are refused, and the message says what to write`(text: String) {
    let error = #expect(throws: PosterError.self) { try PosterAnimation(parsing: text) }
    let says = ["such as “drop 4s loop”", "seconds such as 4s", "from 1 to 300 seconds"]
    #expect(says.contains { error?.description.contains($0) == true }, "\(String(describing: error))")
  }

  // MARK: The motion

  @Test(arguments: all)
  func `it ends with every piece in its place, and stays there`(animation: PosterAnimation) throws {
    let entrance = try entrance(animation)
    let pieces = entrance.groups.flatMap(\.pieces)
    #expect(entrance.end < animation.duration)
    for time in [
      entrance.end, (entrance.end + entrance.period) / 2, animation.duration, animation.duration + 9,
    ] {
      #expect(entrance.isAtRest(at: time))
      #expect(pieces.allSatisfy { entrance.pose(of: $0, at: time) == .rest })
      #expect(entrance.groundOpacity(at: time) == 1)
    }
    let rate = 30.0
    let last = entrance.animation.frameCount(framesPerSecond: rate) - 1
    #expect(entrance.time(ofFrame: last, framesPerSecond: rate) == animation.duration)
    // A loop begins where it ends; only a pulse that plays once begins with anything.
    #expect(entrance.isAtRest(at: 0) == (animation.loops || animation.preset == .pulse))
    if !animation.loops, animation.preset != .pulse {
      #expect(entrance.groundOpacity(at: 0) == 0)
      #expect(pieces.allSatisfy { entrance.pose(of: $0, at: 0).opacity == 0 })
    }
  }

  @Test(arguments: PosterAnimation.Preset.allCases, [false, true])
  func `nothing jumps between two instants`(preset: PosterAnimation.Preset, loops: Bool) throws {
    let entrance = try entrance(PosterAnimation(preset, duration: 4, loops: loops))
    let height = try layout().page.height
    var (jumps, moved) = (0, false)
    for piece in entrance.groups.flatMap(\.pieces) {
      var last = entrance.pose(of: piece, at: 0)
      for step in 1...4800 {
        let pose = entrance.pose(of: piece, at: Double(step) / 1200)
        // No piece is seen to cross more than a hundredth of the page in a 1200th of a second.
        let seen = pose.opacity > 0.01 && last.opacity > 0.01
        let distance = (pose.offset - last.offset).length / height
        let growth = max(abs(pose.scale.dx - last.scale.dx), abs(pose.scale.dy - last.scale.dy))
        if abs(pose.opacity - last.opacity) > 0.03 || seen && (distance > 0.01 || growth > 0.03) {
          jumps += 1
        }
        moved = moved || pose != .rest
        last = pose
      }
    }
    #expect(jumps == 0 && moved)
  }

  @Test(arguments: PosterAnimation.Preset.allCases)
  func `a longer animation is the same motion, slower`(preset: PosterAnimation.Preset) throws {
    let (short, long) = (try entrance(.init(preset, duration: 1.5)), try entrance(.init(preset, duration: 3)))
    guard short.cycles == long.cycles else { return }
    for (a, b) in zip(short.groups.flatMap(\.pieces), long.groups.flatMap(\.pieces)) {
      for step in 0..<30 {
        let (one, two) = (short.pose(of: a, at: Double(step) / 20), long.pose(of: b, at: Double(step) / 10))
        #expect((one.offset - two.offset).length < 1e-6 && abs(one.opacity - two.opacity) < 1e-9)
        #expect((one.scale - two.scale).length < 1e-9)
      }
    }
  }

  @Test func `a drop falls from beyond the page, swings past its place and settles`() throws {
    let entrance = try entrance(.init(.drop))
    let crown = try #require(entrance.groups.first?.pieces.first)
    let heights = (0..<300).map { entrance.pose(of: crown, at: Double($0) / 100).offset.dy }

    #expect(heights[0] < -0.2 * (try layout().page.height))
    #expect(heights.max() ?? 0 > 1)
    #expect(heights.last == 0)
  }

  @Test(arguments: PosterAnimation.Preset.allCases.filter { $0 != .pulse })
  func `lines come one after another`(preset: PosterAnimation.Preset) throws {
    let layout = try layout()
    let entrance = PosterEntrance(layout, .init(preset))
    func entry(_ line: PosterLayout.PlacedLine) -> Double {
      let own = entrance.groups.flatMap(\.pieces).filter { line.bounds.contains($0.pivot) }
      return stride(from: 0, to: 3, by: 0.01).first { time in
        own.contains { entrance.pose(of: $0, at: time).opacity > 0.02 }
      } ?? 9
    }
    let entries = layout.lines.map(entry)
    #expect(entries == entries.sorted() && Set(entries).count == entries.count)
  }

  @Test(arguments: [
    "KEEP/CALM/and/CARRY/ON", "ÄÖÜ ij? %&;:!", "مرحبا/بكم", "OoO 808 @@", "‘quoted’ — “words”", "I",
  ])
  func `letters that move one by one are all of the line's shapes, each once`(text: String) throws {
    let layout = try layout { $0.lines = (try? Poster.lines(from: text)) ?? [] }
    func shapes(_ marks: [PosterLayout.Mark]) -> [String] {
      marks.flatMap { mark -> [Path] in
        switch mark {
        case .path(let path, _): path.subpaths
        case .line(_, let part, _): part.path.subpaths
        default: []
        }
      }.map { $0.svgData() }.sorted()
    }
    for preset in [PosterAnimation.Preset.rise, .type, .stamp] {
      let entrance = PosterEntrance(layout, .init(preset))
      let moved = shapes(entrance.groups.flatMap(\.pieces).map(\.mark))
      #expect(moved == shapes(layout.markGroups.flatMap(\.marks)))
    }
  }

  // MARK: The drawing that plays by itself

  /// The keyframes of each piece of a drawing, read as CSS has it.
  private struct Played {
    var period = 0.0
    var isEndless = false
    var frames: [[(share: Double, values: [Double])]] = []

    init(_ svg: String) throws {
      var named: [String: [(Double, [Double])]] = [:]
      for match in svg.matches(of: #/@keyframes (k\d+)\{((?:[^{}]*\{[^{}]*\})*)\}/#) {
        named[String(match.1)] = match.2.matches(of: #/([\d.]+)%\{([^}]*)\}/#).map { frame in
          (Double(frame.1) ?? -1, frame.2.matches(of: #/-?[\d.]+/#).compactMap { Double($0.0) })
        }
      }
      for match in svg.matches(of: #/\.p(\d+)\{[^}]*animation:(k\d+) ([\d.]+)s linear (\w+) both\}/#) {
        #expect(Int(match.1) == frames.count)
        frames.append(try #require(named[String(match.2)]).map { (share: $0.0 / 100, values: $0.1) })
        (period, isEndless) = (Double(match.3) ?? 0, match.4 == "infinite")
      }
    }

    /// Returns offset, scale and opacity of a piece, interpolated linearly.
    func values(of piece: Int, at share: Double) -> [Double] {
      let all = frames[piece]
      guard let next = all.firstIndex(where: { $0.share >= share }), next > 0 else {
        return share <= all[0].share ? all[0].values : all[all.count - 1].values
      }
      let (a, b) = (all[next - 1], all[next])
      let part = (share - a.share) / (b.share - a.share)
      return zip(a.values, b.values).map { $0 + ($1 - $0) * part }
    }
  }

  @Test(arguments: PosterAnimation.Preset.allCases, [false, true])
  func `the keyframes of a drawing follow the springs`(preset: PosterAnimation.Preset, loops: Bool) throws {
    let layout = try layout()
    let entrance = PosterEntrance(layout, .init(preset, loops: loops))
    let played = try Played(AnimatedSVG.document(of: layout, entrance, title: "A & B"))
    let pieces = entrance.groups.flatMap(\.pieces)
    #expect(played.frames.count == pieces.count && played.isEndless == loops)
    #expect(abs(played.period - entrance.period) < 1e-4)
    var (place, size, opacity) = (0.0, 0.0, 0.0)
    for (index, piece) in pieces.enumerated() {
      for step in 0..<90 {
        let time = Double(step) / 90 * entrance.period
        let (pose, values) = (
          entrance.pose(of: piece, at: time), played.values(of: index, at: time / entrance.period)
        )
        opacity = max(opacity, abs(values[4] - pose.opacity))
        // A piece that is not seen goes to its start at once.
        guard max(values[4], pose.opacity) > 0.02 else { continue }
        place = max(place, abs(values[0] - pose.offset.dx), abs(values[1] - pose.offset.dy))
        size = max(size, abs(values[2] - pose.scale.dx), abs(values[3] - pose.scale.dy))
      }
    }
    // Between samples 1/60 s apart a fast piece bends a little: half a thousandth of the page is less than a pixel.
    #expect(place < layout.page.height / 2000 && size < 0.01 && opacity < 0.03, "\(place) \(size) \(opacity)")
  }

  @Test func `a drawing that does not play is the poster, and reduced motion stops it`() throws {
    let layout = try layout()
    let svg = AnimatedSVG.document(of: layout, PosterEntrance(layout, .init(.type)), title: "A & B")
    #expect(
      svg.contains("@media (prefers-reduced-motion:reduce)") && svg.contains("<title>A &amp; B</title>"))
    #expect(svg == AnimatedSVG.document(of: layout, PosterEntrance(layout, .init(.type)), title: "A & B"))
    // Without its rules all shapes stand where the plain drawing has them.
    let plain = PosterSVG.document(of: layout, outlines: true)
    func length(_ text: String) -> Int {
      text.matches(of: #/ d="([^"]*)"/#).reduce(0) { $0 + $1.1.filter { $0 == "M" || $0 == "m" }.count }
    }
    #expect(length(svg) == length(plain) && length(plain) > 10)
    #expect(!svg.contains("transform=\""))
  }
}
