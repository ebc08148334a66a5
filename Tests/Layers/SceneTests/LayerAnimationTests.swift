import Colors
import Geometry
import Motion
import Scene
import Testing

@Suite struct LayerAnimationTests {
  private let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300)))
  private let card = Layer(frame: Rect(x: 0, y: 0, width: 40, height: 30))

  init() {
    tree.root.addSublayer(card)
  }

  private var spring: Spring { Spring(response: 0.4, dampingRatio: 0.7) }

  @Test func `outside a transaction a change is seen at once`() {
    card.position = Point(100, 50)

    #expect(card.presentation(at: 0).position == Point(100, 50))
    #expect(!tree.isAnimating)
  }

  @Test func `the model is set at once and what is seen follows`() {
    tree.transact(Transaction(at: 2, action: .eased(duration: 0.5, .linear))) { card.position.x += 100 }

    #expect(card.position == Point(120, 15))
    #expect(card.presentation(at: 2).position == Point(20, 15))
    #expect((card.presentation(at: 2.25).position.x - 70).magnitude < 1e-12)
    #expect(card.presentation(at: 2.5).position == Point(120, 15))
  }

  @Test func `nothing snaps back when an animation ends`() {
    card.add(
      .basic(.opacity, from: 1, to: 0.25, timing: Timing(duration: 0.2)), forKey: "fade", at: 1)
    tree.advance(to: 5)

    #expect(card.presentation(at: 5).opacity == 0.25)
    #expect(card.opacity == 0.25)
    #expect(tree.nextFrameTime(after: 5) == nil)
  }

  @Test func `an eased change that is interrupted goes on without a jump`() {
    var time = 0.0
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let before = card.presentation(at: time).position
      tree.transact(Transaction(at: time, action: .eased(duration: 0.3, .easeInEaseOut))) {
        card.position = Point(
          .random(in: 0...400, using: &generator), .random(in: 0...300, using: &generator))
      }
      #expect(card.presentation(at: time).position.distance(to: before) < 1e-11)
      time += .random(in: 0.001...0.2, using: &generator)
      tree.advance(to: time)
    }
  }

  @Test func `a spring that is interrupted keeps its place and velocity`() {
    var time = 0.0
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let before = card.presentation(at: time).position
      let speedBefore = speed(justAfter: time)
      tree.transact(Transaction(at: time, action: .spring(spring))) {
        card.position = Point(
          .random(in: 0...400, using: &generator), .random(in: 0...300, using: &generator))
      }
      #expect(card.presentation(at: time).position.distance(to: before) < 1e-12 * 400)
      #expect((speed(justAfter: time) - speedBefore).length < 1e-5 * (1 + speedBefore.length))
      time += .random(in: 0.001...0.3, using: &generator)
      tree.advance(to: time)
    }
  }

  /// The velocity, from three places a microsecond apart (the one-sided difference of second order).
  private func speed(justAfter time: Double) -> Vector {
    let places = (0..<3).map { card.presentation(at: time + Double($0) * 1e-6).position }
    return ((places[1] - places[0]) * 4 - (places[2] - places[0])) * 0.5e6
  }

  @Test func `a spring of a layer moves as the spring itself`() {
    let motion = Animated(
      from: 20, to: 300, spring: spring, at: 1, tolerance: .init(distance: 0.02))
    tree.transact(Transaction(at: 1, action: .spring(spring))) { card.position.x = 300 }

    for step in 0..<100 {
      let time = 1 + Double(step) * 0.011
      let seen = card.presentation(at: time).position.x
      #expect((seen - motion.value(at: time)).magnitude < 1e-11)
    }
  }

  @Test func `a turn on a spring that is interrupted keeps turning`() throws {
    func turned(_ degrees: Double, x: Double, y: Double, z: Double) -> Transform3D {
      .rotation(degrees * .pi / 180, x: x, y: y, z: z)
    }
    tree.transact(Transaction(at: 0, action: .spring(spring))) {
      card.transform = turned(70, x: 1, y: 0, z: 0)
    }
    let goals = [turned(40, x: 0, y: 1, z: 0), turned(-60, x: 1, y: 1, z: 1), .identity]
    var time = 0.0
    for goal in goals {
      time += 0.09
      let before = rows(at: time)
      let rateBefore = (rows(at: time) - rows(at: time - 1e-6)) * 1e6
      tree.transact(Transaction(at: time, action: .spring(spring))) { card.transform = goal }
      let rateAfter = (rows(at: time + 1e-6) - rows(at: time)) * 1e6

      #expect(size(rows(at: time) - before) < 1e-12)
      #expect(size(rateAfter - rateBefore) < 1e-3 * (1 + size(rateBefore)))
    }
  }

  private func rows(at time: Double) -> SIMD16<Double> {
    let rows = card.presentation(at: time).transform.rows
    return SIMD16(
      lowHalf: SIMD8(lowHalf: rows.0, highHalf: rows.1), highHalf: SIMD8(lowHalf: rows.2, highHalf: rows.3))
  }

  private func size(_ v: SIMD16<Double>) -> Double { (v * v).sum().squareRoot() }

  @Test func `a completion carries the exact end and the successor begins there`() {
    var ends: [AnimationEnd] = []
    var first = LayerAnimation.basic(.opacity, from: 0, to: 1, timing: Timing(duration: 0.25))
    first.completion = { end in
      ends.append(end)
      var second = LayerAnimation.basic(.opacity, from: 1, to: 0, timing: Timing(duration: 0.25))
      second.completion = { ends.append($0) }
      card.add(second, forKey: "next", at: end.time)
    }
    card.add(first, forKey: "first", at: 1)

    tree.advance(to: 1.4)
    #expect(ends == [AnimationEnd(isFinished: true, time: 1.25)])
    #expect((card.presentation(at: 1.4).opacity - 0.4).magnitude < 1e-12)

    tree.advance(to: 9)
    #expect(ends.map(\.time) == [1.25, 1.5])
  }

  @Test func `what is removed, replaced or taken out of the tree ends unfinished`() {
    var finished: [String: Bool] = [:]
    func fade(_ name: String) -> LayerAnimation {
      var animation = LayerAnimation.basic(.opacity, from: 0, to: 1, timing: Timing(duration: 1))
      animation.completion = { finished[name] = $0.isFinished }
      return animation
    }
    card.add(fade("removed"), forKey: "a", at: 0)
    card.removeAnimation(forKey: "a", at: 0.1)
    card.add(fade("replaced"), forKey: "b", at: 0.2)
    card.add(fade("orphaned"), forKey: "b", at: 0.3)
    card.removeFromSuperlayer()

    #expect(finished == ["removed": false, "replaced": false, "orphaned": false])
    #expect(!tree.isAnimating)
  }

  @Test func `a transaction completes once, when the last of its animations ends`() {
    var ends: [AnimationEnd] = []
    let transaction = Transaction(at: 0, action: .eased(duration: 0.5, .ease)) { ends.append($0) }
    tree.transact(transaction) {
      card.opacity = 0.5
      card.position.x += 10
      card.cornerRadius = 4
    }

    tree.advance(to: 0.49)
    #expect(ends.isEmpty)
    tree.advance(to: 3)
    #expect(ends == [AnimationEnd(isFinished: true, time: 0.5)])
  }

  @Test func `without actions nothing moves, even inside a transaction`() {
    tree.transact(Transaction(at: 0)) {
      tree.withoutActions { card.position = Point(7, 8) }
    }

    #expect(card.presentation(at: 0).position == Point(7, 8))
    #expect(!tree.isAnimating)
  }

  @Test func `a change that is taken back early begins where the first has got to`() {
    tree.root.addSublayer(card)
    card.cornerRadius = 15
    card.opacity = 0
    card.bounds = Rect(x: 0, y: 0, width: 30, height: 30)
    for pause in [0.01, 0.04, 0.09, 0.2] {
      let start = pause * 1000
      tree.transact(Transaction(at: start, action: .eased(duration: 0.25, .easeIn))) {
        card.bounds = Rect(x: 0, y: 0, width: 80, height: 80)
        card.cornerRadius = 40
        card.opacity = 1
        card.borderWidth = 5
        card.backgroundColor = RGBA(hex: 0xff0000)
      }
      let time = start + pause
      let before = card.presentation(at: time)
      tree.transact(Transaction(at: time, action: .eased(duration: 0.25, .easeIn))) {
        card.bounds = Rect(x: 0, y: 0, width: 30, height: 30)
        card.cornerRadius = 15
        card.opacity = 0
        card.borderWidth = 0
        card.backgroundColor = nil
      }
      let after = card.presentation(at: time)

      #expect((after.bounds.width - before.bounds.width).magnitude < 1e-9, "\(pause)")
      #expect((after.cornerRadius - before.cornerRadius).magnitude < 1e-9)
      #expect((after.opacity - before.opacity).magnitude < 1e-9)
      #expect((after.borderWidth - before.borderWidth).magnitude < 1e-9)
      #expect(((after.backgroundColor?.alpha ?? 0) - (before.backgroundColor?.alpha ?? 0)).magnitude < 1e-9)
      for step in 0...60 {
        let seen = card.presentation(at: time + Double(step) * 0.005)
        #expect(seen.opacity >= 0 && seen.bounds.width >= 30 - 1e-9 && seen.bounds.width <= 80)
      }
      tree.advance(to: start + 2)
    }
  }

  @Test func `who waits for an animation may change any layer when the tree ends or a part of it leaves`() {
    let (parent, child) = (Layer(), Layer())
    parent.addSublayer(child)
    var ends: [AnimationEnd] = []
    func fadeBoth(in tree: LayerTree) {
      for layer in [parent, child] {
        var fade = LayerAnimation.basic(.opacity, from: 0, to: 1, timing: Timing(duration: 1))
        fade.completion = { end in
          ends.append(end)
          #expect(parent.tree == nil && child.tree == nil)
          for layer in [parent, child] { layer.position.x += 1 }
        }
        layer.add(fade, forKey: "fade", at: 3)
      }
    }
    var tree: LayerTree? = LayerTree(root: parent)
    tree.map(fadeBoth)
    tree = nil
    #expect(ends.map(\.isFinished) == [false, false] && child.position.x == 2)

    let other = LayerTree()
    other.root.addSublayer(parent)
    fadeBoth(in: other)
    parent.removeFromSuperlayer()
    #expect(ends.count == 4 && child.position.x == 4 && !other.isAnimating)
    #expect(parent.presentation(at: 3.5).position == parent.position)
  }

  @Test func `the same instant has the same bits whatever frames came before`() {
    func picture(stepping step: Double, jitter: Double) -> DisplayList {
      let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
      let layer = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
      layer.backgroundColor = RGBA(hex: 0xcc3344)
      tree.root.addSublayer(layer)
      tree.transact(Transaction(at: 0, action: .spring(spring))) { layer.position = Point(90, 70) }
      layer.add(
        .basic(
          .transform, to: .rotation(1, x: 0.2, y: 1, z: 0), timing: Timing(duration: 0.7, easing: .easeIn)),
        forKey: "turn", at: 0.1)
      var (time, count) = (0.0, 0.0)
      var list = DisplayList()
      while time < 0.5 {
        tree.advance(to: time)
        list.record(tree.root, at: time)
        count += 1
        time += step + jitter * (count.truncatingRemainder(dividingBy: 3))
      }
      tree.advance(to: 0.5)
      list.record(tree.root, at: 0.5)
      return list
    }
    let expected = picture(stepping: 1.0 / 60, jitter: 0)

    for (step, jitter) in [(1.0 / 24, 0), (1.0 / 240, 0), (1.0 / 60, 0.004), (0.3, 0)] {
      #expect(picture(stepping: step, jitter: jitter) == expected)
    }
    // The spring's own arithmetic gives the same in every build and on every machine.
    let place = Animated(
      from: Point(5, 5), to: Point(90, 70), spring: spring, at: 0, tolerance: .init(distance: 0.02))
    #expect(place.value(at: 0.5).x == 89.94111836339594)
  }

  @Test func `keyframes pass through their values, each segment at its own pace`() throws {
    let twoSteps = try TimingFunction(parsing: "steps(2, end)")
    card.add(
      .keyframes(
        .zPosition, values: [0, 10, 30], offsets: [0, 0.25, 1], easings: [.linear, twoSteps],
        timing: Timing(duration: 4)), forKey: "steps", at: 0)

    #expect(card.presentation(at: 0.5).zPosition == 5)
    #expect(card.presentation(at: 1).zPosition == 10)
    #expect(card.presentation(at: 2).zPosition == 10)
    #expect(card.presentation(at: 3).zPosition == 20)
    #expect(card.zPosition == 30)
  }

  @Test func `additive animations add up and repeated ones come back`() {
    var timing = Timing(duration: 1)
    timing.iterations = 2
    timing.autoreverses = true
    var swing = LayerAnimation.basic(.position, from: Point(0, 0), to: Point(10, 0), timing: timing)
    swing.isAdditive = true
    card.add(swing, forKey: "a", at: 0)
    card.add(swing, forKey: "b", at: 0)

    #expect((card.presentation(at: 0.5).position.x - 30).magnitude < 1e-12)
    #expect((card.presentation(at: 1.5).position.x - 30).magnitude < 1e-12)
    #expect((card.presentation(at: 3).position.x - 40).magnitude < 1e-12)
    tree.advance(to: 4)
    #expect(card.presentation(at: 4).position == Point(20, 15))
    #expect(card.position == Point(20, 15))
  }

  @Test func `a group plays its members in its own time`() {
    var late = Timing(duration: 1)
    late.beginTime = 1
    card.add(
      .group([
        .basic(.opacity, from: 0, to: 1, timing: Timing(duration: 1)),
        .basic(.cornerRadius, from: 0, to: 8, timing: late),
      ]), forKey: "both", at: 10)

    #expect((card.presentation(at: 10.5).opacity - 0.5).magnitude < 1e-12)
    #expect((card.presentation(at: 11.5).cornerRadius - 4).magnitude < 1e-12)
    tree.advance(to: 12)
    #expect(card.animationKeys.isEmpty)
    #expect(card.cornerRadius == 8)
  }

  @Test func `colours go through Oklab and end exactly`() {
    card.backgroundColor = RGBA(hex: 0xff0000)
    tree.transact(Transaction(at: 0, action: .eased(duration: 1, .linear))) {
      card.backgroundColor = RGBA(hex: 0x0000ff)
    }
    let middle =
      Color(RGBA(hex: 0xff0000)).oklab.lightness / 2 + Color(RGBA(hex: 0x0000ff)).oklab.lightness / 2
    let seen = Color(card.presentation(at: 0.5).backgroundColor ?? .clear).oklab

    #expect((seen.lightness - middle).magnitude < 1e-9)
    tree.advance(to: 1)
    #expect(card.presentation(at: 1).backgroundColor == RGBA(hex: 0x0000ff))
  }

  @Test func `a waiting animation asks for the frame at which it begins`() {
    var timing = Timing(duration: 1)
    timing.delay = 2
    card.add(.basic(.opacity, from: 0, to: 1, timing: timing), forKey: "later", at: 1)

    #expect(tree.nextFrameTime(after: 1.5) == 3)
    #expect(tree.nextFrameTime(after: 3.5) == 3.5)
  }

  @Test func `an endless chain of empty animations does not hold the frame`() {
    var count = 0
    func again(at time: Double) {
      var animation = LayerAnimation.basic(.opacity, from: 1, to: 1, timing: Timing(duration: 0))
      animation.completion = { end in
        count += 1
        if end.isFinished { again(at: end.time) }
      }
      card.add(animation, forKey: "again", at: time)
    }
    again(at: 0)
    tree.advance(to: 1)

    #expect(count >= 1)
    card.removeAllAnimations(at: 1)
  }
}
