import Geometry
import Motion
import Scene
import Testing

@testable import FlipClock

@Suite struct FlipTests {
  @Test func `at rest a digit has three layers, before an eye of its own`() {
    let bench = ClockBench(ClockBench.evening)

    #expect(bench.digits.count == 6)
    #expect(bench.layerCount == 18)
    for digit in bench.digits {
      #expect(digit.layer.sublayerTransform.m34 == -0.001)
      #expect(digit.leaves.count == 1)
      #expect(digit.leaves[0].layer.anchorPoint == Point(0.5, 1))
      for layer in [digit.upper, digit.lower, digit.leaves[0].layer] {
        #expect(layer.superlayer === digit.layer)
      }
    }
  }

  @Test func `a leaf goes through its three states at exact times, whatever frames notice`() {
    let bench = ClockBench(ClockBench.evening, fraction: 0.75)
    let seconds = bench.digits[5]
    let leaf = seconds.leaves[0]

    bench.frame(at: 0.2)
    #expect(leaf.state == .resetForNext && seconds.character == "8")

    bench.frame(at: 0.33)
    #expect(leaf.state == .topToMiddle && seconds.character == "9" && seconds.landed == "8")
    #expect(leaf.begin == 0.25)
    #expect(leaf.layer.presentation(at: 0.25).transform == .identity)

    // A frame that comes late finds the second half begun at the exact end of the first one.
    bench.frame(at: 0.61)
    #expect(leaf.state == .middleToBottom)
    let turned = leaf.layer.presentation(at: 0.5).transform
    #expect((turned.m22 - 0).magnitude < 1e-15 && (turned.m23 + 1).magnitude < 1e-15)

    bench.frame(at: 0.7499)
    #expect(leaf.state == .middleToBottom && seconds.landed == "8")
    bench.frame(at: 0.75)
    #expect(leaf.state == .resetForNext && seconds.landed == "9")
    #expect(leaf.layer.transform == .identity && leaf.layer.animationKeys.isEmpty)
  }

  @Test(arguments: [0.05, 0.1, 0.2, 0.2499, 0.2501, 0.3, 0.45])
  func `a leaf is seen where its angle puts it before the eye of its digit`(passed: Double) throws {
    let bench = ClockBench(ClockBench.evening)
    let leaf = bench.digits[5].leaves[0]

    bench.frame(at: 1 + passed)

    let phase = passed / 0.25
    let angle =
      phase < 1
      ? TimingFunction.easeIn.value(at: phase) * .pi / 2
      : (1 + TimingFunction.easeOut.value(at: phase - 1)) * .pi / 2
    let bounds = leaf.layer.bounds
    let card = bench.digits[5].layer.frame
    let (hinge, eye) = (card.center, card.center)
    let tip = (y: -bounds.height * cosine(angle), z: bounds.height * sine(angle))
    let magnification = 1000 / (1000 - tip.z)
    let corners = try #require(leaf.layer.projectedCorners(at: 1 + passed))
    for (corner, side) in [(corners[0], -1.0), (corners[1], 1.0)] {
      let x = hinge.x + side * bounds.width / 2
      #expect((corner.x - (eye.x + (x - eye.x) * magnification)).magnitude < 1e-9)
      #expect((corner.y - (eye.y + (hinge.y + tip.y - eye.y) * magnification)).magnitude < 1e-9)
    }
    #expect(corners[2].distance(to: Point(hinge.x + bounds.width / 2, hinge.y)) < 1e-9)
  }

  @Test(arguments: [
    Size(300, 120), Size(200, 120), Size(500, 900), Size(720, 320), Size(1025, 257), Size(1920, 1080),
    Size(3840, 1080),
  ])
  func `leaves fall straight toward the viewer and stay in their half of the gap`(size: Size) throws {
    // 09:59:59.5: all cards fall.
    let bench = ClockBench(ClockBench.evening - 600 + 1, fraction: 0.5, size: size)
    let cards = bench.digits.map(\.layer.frame)
    let gap = cards[1].minX - cards[0].maxX
    for step in 1..<50 {
      let time = 0.5 + Double(step) / 100
      bench.frame(at: time)
      for (digit, card) in zip(bench.digits, cards) {
        let leaf = digit.leaves[0]
        #expect(leaf.state != .resetForNext)
        let corners = try #require(leaf.layer.projectedCorners(at: time))
        let middle = card.midX
        // Left and right are alike.
        #expect((corners[0].x + corners[1].x - 2 * middle).magnitude < 1e-9)
        #expect((corners[2].x + corners[3].x - 2 * middle).magnitude < 1e-9)
        #expect(corners.allSatisfy { ($0.x - middle).magnitude <= (card.width + gap) / 2 + 1e-9 })
      }
    }
  }

  @Test(arguments: ["Nimbus Sans Narrow", "Inter", "DejaVu Serif"])
  func `the minus stands in the middle of the figures`(family: String) throws {
    let bench = ClockBench(0, mode: .score, size: Size(900, 400), change: { $0.fontFamily = family })
    bench.work.setScore(-8)
    bench.frame(at: 1)
    #expect(String(bench.face.reading.characters) == "−8")

    let pictures = bench.face.dial.pictures
    func middle(_ character: Character) throws -> Double {
      let halves = try #require(pictures[character])
      let rows = inkRows(halves.upper) + inkRows(halves.lower).map { $0 + halves.upper.size.height }
      return Double(try #require(rows.first) + (try #require(rows.last))) / 2
    }
    #expect(try (middle("−") - middle("8")).magnitude <= 2)
  }

  /// The rows in which there is ink: lighter pixels than those of dark cards.
  private func inkRows(_ half: SharedBitmap) -> [Int] {
    let stride = half.size.width * 4
    return (0..<half.size.height).filter { row in
      (0..<half.size.width).contains { half.bytes[row * stride + $0 * 4] > 128 }
    }
  }

  @Test func `half-way the leaf turns to the new lower half, upside down in its own coordinates`() throws {
    let bench = ClockBench(ClockBench.evening)
    let leaf = bench.digits[5].leaves[0]
    let pictures = bench.face.dial.pictures
    let (eight, nine) = (try #require(pictures["8"]), try #require(pictures["9"]))

    bench.frame(at: 1.2)
    #expect(bitmap(leaf.layer) === eight.upper)
    #expect(bitmap(bench.digits[5].upper) === nine.upper)
    #expect(bitmap(bench.digits[5].lower) === eight.lower)

    bench.frame(at: 1.3)
    let back = try #require(bitmap(leaf.layer))
    let stride = back.size.width * 4
    for row in [0, 3, back.size.height / 2, back.size.height - 1] {
      let mirrored = back.size.height - 1 - row
      #expect(
        back.bytes[row * stride..<(row + 1) * stride]
          == nine.lower.bytes[mirrored * stride..<(mirrored + 1) * stride])
    }

    bench.frame(at: 1.5)
    #expect(bitmap(leaf.layer) === nine.upper)
    #expect(bitmap(bench.digits[5].lower) === nine.lower)
  }

  @Test func `the picture does not jump when a leaf lands`() {
    let bench = ClockBench(ClockBench.evening)
    bench.frame(at: 1.4999999)
    let leaf = bench.digits[5].leaves[0]
    let corners = leaf.layer.projectedCorners(at: 1.4999999) ?? []

    // The leaf covers the lower half exactly, and neither is in shade.
    let lower = bench.digits[5].lower.projectedCorners(at: 1.4999999) ?? []
    #expect(corners.count == 4 && lower.count == 4)
    for (a, b) in zip(corners, [3, 2, 1, 0].map { lower[$0] }) { #expect(a.distance(to: b) < 1e-3) }
    #expect(leaf.shade.presentation(at: 1.4999999).opacity < 1e-3)
    #expect(leaf.glint.presentation(at: 1.4999999).opacity < 1e-3)
  }

  @Test func `light follows the cosine of a leaf's angle and is brightest just before it lands`() {
    let light = ClockLight.dark
    #expect(light.leafShade(at: 0) == 0)
    let falling = stride(from: 0.0, to: 1.5, by: 0.1).map(light.leafShade)
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 <= $1 })
    let brightness = stride(from: 1.6, through: Double.pi, by: 0.01).map(ClockLight.brightness)
    let brightest = brightness.indices.max { brightness[$0] < brightness[$1] } ?? 0
    #expect(
      brightness[brightest] > 1.1 && brightest > brightness.count / 2 && brightest < brightness.count - 10)
    #expect((ClockLight.brightness(at: .pi) - 1).magnitude < 1e-12)
    #expect(light.lowerShade(at: 0) == 0 && light.upperShade(at: .pi) == 0)
  }

  @Test func `each further falling card adds one layer, and takes it away when it lands`() {
    let bench = ClockBench(0, mode: .score)
    bench.work.setScore(5)

    var seen: [Int] = []
    for step in 0...200 {
      let time = Double(step) / 100
      bench.frame(at: time)
      let falling = bench.digits[0].fallingLeaves.count
      #expect(bench.layerCount == 3 + max(0, falling - 1))
      seen.append(falling)
    }

    // 1, 2, 3, 4, 5: the first lands 0.5 s after it began, so all but one of the others fall with it.
    #expect(seen.max() == 5)
    #expect(bench.isAtRest && bench.landed == "5" && bench.layerCount == 3)
  }

  @Test func `leaves that fall together show the cards between, in order`() {
    let bench = ClockBench(0, mode: .score)
    bench.work.setScore(4)

    var landed: [Character] = []
    for step in 0...300 {
      bench.frame(at: Double(step) / 200)
      if landed.last != bench.digits[0].landed { landed.append(bench.digits[0].landed) }
      let leaves = bench.digits[0].fallingLeaves
      // The one that began first is ahead of the others.
      for (first, second) in zip(leaves, leaves.dropFirst()) {
        #expect(first.begin < second.begin && first.back == second.front)
      }
    }

    #expect(landed == ["0", "1", "2", "3", "4"])
  }

  @Test func `when a leaf lands under another the shade on it stays`() throws {
    let bench = ClockBench(0, mode: .score)
    bench.work.setScore(3)
    bench.frame(at: 0)
    let digit = bench.digits[0]
    let landing = 0.5
    bench.frame(at: landing - 1e-9)
    let first = try #require(digit.fallingLeaves.first)
    let before = first.shadow.presentation(at: landing - 1e-9).opacity

    bench.frame(at: landing + 1e-9)

    #expect(digit.landed == "1" && before > 0.3)
    #expect((digit.lowerShade.presentation(at: landing + 1e-9).opacity - before).magnitude < 1e-6)
  }

  @Test func `with reduced motion cards change at once`() {
    let bench = ClockBench(ClockBench.evening)
    bench.face.reducesMotion = true

    bench.frame(at: 1)

    #expect(bench.landed == "100959" && bench.isAtRest && !bench.face.tree.isAnimating)
  }

  private func bitmap(_ layer: Layer) -> SharedBitmap? {
    if case .image(let image) = layer.contents { image.bitmap } else { nil }
  }
}

// By their series: the tested code uses the C library's.
private func sine(_ x: Double) -> Double {
  var (sum, term) = (x, x)
  for n in 1...14 {
    let divisor = 2 * n * (2 * n + 1)
    term *= -x * x / Double(divisor)
    sum += term
  }
  return sum
}

private func cosine(_ x: Double) -> Double {
  var (sum, term) = (1.0, 1.0)
  for n in 1...14 {
    let divisor = (2 * n - 1) * 2 * n
    term *= -x * x / Double(divisor)
    sum += term
  }
  return sum
}
