import Colors
import Geometry
import Glibc
import TestSupport
import Testing

@Suite struct PlaneLineTests {
  @Test(arguments: ColorPlane.all, ContrastGoal.Method.allCases)
  func `a contrast line holds the colours of just that contrast`(
    plane: ColorPlane, method: ContrastGoal.Method
  ) {
    for ground in [RGBA(hex: 0xffffff), RGBA(hex: 0), RGBA(hex: 0x767676), RGBA(hex: 0xc8102e)] {
      let level = plane.fixed.value(atShare: 0.4)
      let trace = PlaneTrace(plane, at: level)
      for goal in method.goals {
        for line in goal.lines(on: ground) {
          for piece in Sweep.sample(trace.curve(of: line).pieces, 20) {
            let color = trace.color(at: piece.start)
            #expect(
              (goal.contrast(of: color.clipped, on: ground) - goal.least).magnitude < 0.02,
              "\(plane.name) \(goal.label) on \(ground)")
          }
        }
      }
    }
  }

  @Test func `the lines of a ground are as many as luminances have the contrast`() {
    let white = ContrastGoal(.wcag, 4.5).lines(on: RGBA(hex: 0xffffff))
    let grey = ContrastGoal(.wcag, 3).lines(on: RGBA(hex: 0x777777))

    #expect(white.count == 1 && (white[0].level - (1.05 / 4.5 - 0.05)).magnitude < 1e-12)
    #expect(grey.count == 2)
    #expect(ContrastGoal(.wcag, 7).lines(on: RGBA(hex: 0x777777)).isEmpty)
    #expect(ContrastGoal(.apca, 90).lines(on: RGBA(hex: 0x777777)).isEmpty)
  }

  @Test func `the edge of a gamut is where colours leave it`() {
    let spaces: [ColorSpace] = [.srgb, .displayP3, .rec2020]
    var random = SeededGenerator(seed: 5)
    var wrong: [String] = []
    for _ in 0..<(Sweep.isExhaustive ? 2000 : 500) {
      let color = Color(
        in: .oklch, Double.random(in: 0.05...0.95, using: &random),
        Double.random(in: 0...0.4, using: &random),
        Double.random(in: 0...360, using: &random))
      for (edge, space) in zip(PlaneLine.edges, spaces) {
        let excess = edge.excess(of: color.rgba)
        guard excess.magnitude > 1e-5, (excess > 0) != color.isInGamut(space) else { continue }
        wrong.append("\(color) \(space)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `every edge of OKLCH lies inside the next wider one`() throws {
    let trace = PlaneTrace(try #require(ColorPlane.all.first { $0.name == "oklch" }), at: 145)
    let ends = PlaneLine.edges.compactMap { trace.curve(of: $0).rightEnd }

    #expect(ends.count == 3 && ends[0].x < ends[1].x && ends[1].x < ends[2].x)
  }

  @Test(arguments: ContrastGoal.Method.allCases)
  func `the nearest passing colour passes as it is printed, and only its lightness moves`(
    method: ContrastGoal.Method
  ) throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<(Sweep.isExhaustive ? 60 : 20) {
      let ink = RGBA(hex: UInt32.random(in: 0...0xff_ffff, using: &random))
      let ground = RGBA(hex: UInt32.random(in: 0...0xff_ffff, using: &random))
      for goal in method.goals {
        guard let found = goal.nearest(to: ink, on: ground) else {
          #expect(!goal.isReached(by: RGBA(hex: 0), on: ground))
          #expect(!goal.isReached(by: RGBA(hex: 0xffffff), on: ground))
          continue
        }
        let printed = try Color(parsing: Color(found).text(as: .hex)).rgba
        #expect(goal.isReached(by: printed, on: ground), "\(ink) \(ground) \(goal)")
        if goal.isReached(by: ink, on: ground) {
          #expect(found == ink)
          continue
        }
        let (old, new) = (OKLCH(ink), OKLCH(found))
        // Clipping at the end of CSS's mapping changes a colour by up to ΔE OK 0.02.
        #expect(new.chroma < old.chroma + 0.021)
        if let a = old.hue, let b = new.hue {
          #expect(new.chroma * (sin((a - b) * .pi / 180)).magnitude < 0.021, "\(ink) \(found)")
        }
      }
    }
  }

  @Test
  func `the place of a line that is nearest to another is on the line and no farther than any of its pieces`()
    throws
  {
    let trace = PlaneTrace(.hsb, at: 210)
    let goal = ContrastGoal(.wcag, 4.5)
    let curve = trace.curve(of: try #require(goal.lines(on: RGBA(hex: 0xffffff)).first))
    let size = Size(300, 200)
    for place in [Point(0.1, 0.1), Point(0.5, 0.9), Point(0.9, 0.4)] {
      let found = try #require(curve.nearest(to: place, in: size))

      #expect(
        (goal.contrast(of: trace.color(at: found.place), on: RGBA(hex: 0xffffff)) - 4.5).magnitude < 1e-9)
      let least = curve.pieces.map {
        Vector(($0.start.x - place.x) * 300, ($0.start.y - place.y) * 200).length
      }.min()
      #expect(found.distance <= (least ?? 0) + 0.1)
    }
  }

  /// Whether anything near a place of a plane passes as it is printed.
  private static func passes(_ place: Point, _ requirement: ContrastRequirement, _ trace: PlaneTrace) -> Bool
  {
    (-32...32).contains { row in
      (-32...32).contains { column in
        let near = Point(place.x + Double(column) * 0.005, place.y + Double(row) * 0.005)
        return (0...1).contains(near.x) && (0...1).contains(near.y)
          && requirement.isMet(by: trace.shown(at: near))
      }
    }
  }

  @Test(arguments: ColorPlane.all, ContrastGoal.Method.allCases)
  func `beside a line there is a colour that passes as it is printed, and one level less does not`(
    plane: ColorPlane, method: ContrastGoal.Method
  ) throws {
    var random = SeededGenerator(seed: 34)
    let size = Size(240, 240)
    var count = 0
    for _ in 0..<(Sweep.isExhaustive ? 400 : 12) {
      let ground = RGBA(hex: UInt32.random(in: 0...0xff_ffff, using: &random))
      let level = plane.fixed.value(atShare: Double.random(in: 0...1, using: &random))
      let trace = PlaneTrace(plane, at: level)
      for line in method.goals.flatMap({ $0.lines(on: ground) }) {
        let requirement = try #require(line.requirement)
        let curve = trace.curve(of: line)
        for _ in 0..<4 {
          let pointer = Point(
            Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
          guard let near = curve.nearest(to: pointer, in: size) else { continue }
          guard let found = curve.passing(at: near.place) else {
            #expect(!Self.passes(near.place, requirement, trace), "\(plane.name) \(level) at \(near.place)")
            continue
          }
          let color = trace.shown(at: found)
          let printed = try Color(parsing: Color(color).text(as: .hex)).rgba
          let words: Comment = "\(plane.name) \(level) \(line.label) on \(ground) at \(near.place)"
          #expect(requirement.goal.isReached(by: color, on: ground), words)
          #expect(requirement.goal.isReached(by: printed, on: ground), words)
          // A little towards the ground's own lightness it no longer passes: the line was not left.
          let step = (wcagLuminance(ground) > wcagLuminance(printed) ? 1.5 : -1.5) / 255
          let less = RGBA(red: color.red + step, green: color.green + step, blue: color.blue + step).clipped
          #expect(!requirement.goal.isReached(by: less, on: ground), words)
          count += 1
        }
      }
    }
    // All of a plane of Lab has one luminance.
    #expect(count > 0 || plane.name == "lab")
  }

  @Test(arguments: ColorVisionDeficiency.allCases, [0, 0.35, 1])
  func `a vision sees what the deficiency simulates`(deficiency: ColorVisionDeficiency, severity: Double) {
    for value in stride(from: 0, through: 0xffffff, by: 0x2f0f1) {
      let color = RGBA(hex: UInt32(value))
      let seen = ColorVision.deficient(deficiency, severity: severity).seen(color)
      let wanted = deficiency.simulated(Color(color), severity: severity).rgba

      #expect((seen.red - wanted.red).magnitude < 1e-7)
      #expect((seen.green - wanted.green).magnitude < 1e-7)
      #expect((seen.blue - wanted.blue).magnitude < 1e-7)
    }
  }

  @Test func `without colour only light is left, and as much of it`() {
    let color = RGBA(hex: 0xc8102e)
    let seen = ColorVision.achromat(severity: 1).seen(color)

    #expect((seen.red - seen.green).magnitude < 1e-9 && (seen.red - seen.blue).magnitude < 1e-9)
    #expect((wcagLuminance(seen) - wcagLuminance(color)).magnitude < 1e-9)
    #expect((ColorVision.achromat(severity: 0).seen(color).red - color.red).magnitude < 1e-9)
    #expect(
      ColorVision.achromat(severity: 1).simulated(Color(color)).text(as: .hex) == Color(seen).text(as: .hex))
  }
}
