import ColorPicker
import Colors
import Controls
import Geometry
import Input
import Scene
import Testing
import Text
import Typography
import WindowSupport

@testable import FlipClock

@Suite struct ClockFaceTests {
  // MARK: Ticks

  @Test func `nothing is left of a clock that was closed`() throws {
    var live = LiveObjects()
    for _ in 0..<50 {
      let bench = ClockBench(ClockBench.evening, size: Size(width: 900, height: 500))
      func press(_ key: Key, at time: Double) {
        bench.face.handle(.key(key, [], isRepeat: false), at: time)
        bench.frame(at: time)
      }
      press(.character("c"), at: 0.2)
      press(.escape, at: 0.3)
      press(.character("s"), at: 0.4)
      press(.escape, at: 0.5)
      bench.face.handle(.pointerMoved(Point(450, 200), []), at: 0.6)
      bench.frame(at: 2.5)
      press(.character("s"), at: 2.6)
      // A menu is still open.
      press(.function(10), at: 2.7)
      live.note(window: bench.face)
      for part in [bench.face.dial, bench.face.dial.stage, bench.face.bar, bench.work] as [AnyObject] {
        live.note(part)
      }
    }

    #expect(live.count > 50 && live.names.isEmpty)
  }

  @Test func `between flips no frame is needed until the next tick`() throws {
    let bench = ClockBench(ClockBench.evening, fraction: 0.6)

    #expect(try #require(bench.frame(at: 0.05)) == 0.4)
    let before = bench.displayList(at: 0.05)
    #expect(try #require(bench.frame(at: 0.3)) == 0.4)
    #expect(bench.displayList(at: 0.3) == before)
    // While a card falls each frame is needed.
    #expect(bench.frame(at: 0.41) == 0.41)
    #expect(bench.displayList(at: 0.41) != before)
    #expect(bench.frame(at: 0.9) == 1.4)
  }

  @Test func `the figures of the next tick are drawn while no card falls`() {
    // 11:11:11.6
    let bench = ClockBench(ClockBench.evening + 3673, fraction: 0.6)
    var drawn: Set<Character> { bench.face.dial.stage.pictures.drawn.subtracting([" "]) }

    #expect(drawn == ["1"])
    bench.frame(at: 0.05)
    #expect(drawn == ["1", "2"])
    bench.frame(at: 0.6)
    #expect(!bench.isAtRest)
    #expect(drawn == ["1", "2"])
    bench.frame(at: 0.95)
    #expect(bench.isAtRest)
    #expect(drawn == ["1", "2", "3"])
  }

  @Test func `without seconds the next frame is at the next minute`() throws {
    let bench = ClockBench(ClockBench.evening, change: { $0.showsSeconds = false })

    #expect(bench.digits.count == 4)
    #expect(bench.frame(at: 0.1) == 2)
    bench.frame(at: 2.6)
    #expect(bench.landed == "1010")
    #expect(bench.frame(at: 2.7) == 62)
  }

  @Test func `what is seen at an instant does not depend on the frames before it`() {
    var expected: [DisplayList]?
    for frames in [24.0, 30, 60, 144, 240, -60] {
      let bench = ClockBench(ClockBench.evening, fraction: 0.3)
      var seed: UInt64 = 7
      var time = 0.0
      var seen: [DisplayList] = []
      for instant in [0.75, 0.95, 1.3, 2.9] {
        while true {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          // The last run has jitter and drops frames.
          let jitter = frames < 0 ? Double(seed >> 33) / Double(1 << 31) * 4 : 1
          let next = time + jitter / frames.magnitude
          if next >= instant { break }
          time = next
          bench.frame(at: time)
        }
        bench.frame(at: instant)
        time = instant
        seen.append(bench.displayList(at: instant))
      }
      #expect(seen == (expected ?? seen))
      expected = expected ?? seen
    }
  }

  @Test func `an instant that is sought is the one that was lived through`() {
    let lived = ClockBench(ClockBench.evening)
    for frame in 0...220 { lived.frame(at: Double(frame) / 100) }

    let sought = ClockBench(ClockBench.evening)
    sought.face.seek(to: 2.2)

    #expect(sought.goal == lived.goal && sought.landed == lived.landed)
    let (a, b) = (sought.digits[5].leaves[0].layer, lived.digits[5].leaves[0].layer)
    #expect(a.presentation(at: 2.2).transform == b.presentation(at: 2.2).transform)
    #expect(sought.digits[5].leaves[0].state == .topToMiddle)
  }

  // MARK: Clocks that are set

  @Test func `after sleeping for hours the time is right in the next frame, without replaying`() {
    let bench = ClockBench(ClockBench.evening)
    bench.frame(at: 3.9)
    bench.clocks.wall = bench.clocks.wall.advanced(by: 8 * 3600)
    bench.clocks.elapsed = bench.clocks.elapsed.advanced(by: 8 * 3600)

    bench.frame(at: 3.95)

    #expect(bench.landed == "181001" && bench.isAtRest && bench.layerCount == 18)
    bench.frame(at: 4.6)
    #expect(bench.landed == "181002" && bench.isAtRest)
  }

  @Test func `a jump of five minutes takes less than two flips, with several cards falling at once`() {
    let bench = ClockBench(ClockBench.evening + 2)
    bench.frame(at: 0.6)
    bench.clocks.wall = bench.clocks.wall.advanced(by: 300)

    bench.frame(at: 0.61)
    #expect(bench.goal == "101500")
    var mostFalling = 0
    for step in 0...38 {
      bench.frame(at: 0.61 + Double(step) / 100)
      mostFalling = max(mostFalling, bench.digits[3].fallingLeaves.count)
    }
    #expect(mostFalling == 4)
    bench.frame(at: 0.61 + 0.9)
    #expect(bench.digits[3].landed == "5" && bench.digits[3].fallingLeaves.isEmpty)
  }

  @Test(arguments: [-3, -60, -3600, -90000, 3, 60, 3600, 90000])
  func `a clock that is set goes to the right time at once and ticks on`(change: Int) {
    let bench = ClockBench(ClockBench.evening)
    bench.frame(at: 5.7)
    bench.clocks.wall = bench.clocks.wall.advanced(by: Double(change))

    bench.frame(at: 5.72)
    let expected = bench.work.reading(at: ClockBench.evening + 5 + change)
    #expect(bench.goal == String(expected.characters))
    // Here nothing is waited for longer than the cards of one change take.
    for step in 0...110 { bench.frame(at: 5.72 + Double(step) / 50) }
    let later = bench.work.reading(at: ClockBench.evening + 7 + change)
    #expect(bench.landed == String(later.characters))
  }

  @Test func `a clock that is slowly corrected neither skips nor repeats a card`() {
    let bench = ClockBench(ClockBench.evening)
    var goals: [String] = []
    for frame in 0...600 {
      // 500 millionths too fast, then too slow, as time servers correct.
      let slew = frame < 300 ? 0.0005 : -0.0005
      bench.clocks.wall = bench.clocks.wall.advanced(by: slew / 60)
      bench.frame(at: Double(frame) / 60)
      if goals.last != bench.goal { goals.append(bench.goal) }
    }
    #expect(goals.count == 11 || goals.count == 10)
    #expect(goals.first == "100958" && Set(goals).count == goals.count)
    #expect(bench.work.leaps == 0)
  }

  @Test func `the hour follows a shift of the zone at its exact second`() throws {
    // Central Europe: on 29 March 2026 at 01:00 UTC, 02:00 becomes 03:00; on 25 October 03:00 becomes 02:00.
    let spring = CalendarDay.daysSince1970(year: 2026, month: 3, day: 29) * 86400 + 3600
    let autumn = CalendarDay.daysSince1970(year: 2026, month: 10, day: 25) * 86400 + 3600
    let zone = { (second: Int) in second >= spring && second < autumn ? 7200 : 3600 }

    let forward = ClockBench(spring - 1, fraction: 0.5, zoneOffset: zone)
    #expect(forward.goal == "015959")
    #expect(forward.frame(at: 0.1) == 0.5)
    forward.frame(at: 0.501)
    #expect(forward.goal == "030000")
    #expect(forward.digits[1].leaves[0].begin == 0.5)

    let back = ClockBench(autumn - 1, fraction: 0.5, zoneOffset: zone, change: { $0.showsSeconds = false })
    #expect(back.goal == "0259")
    #expect(back.frame(at: 0.1) == 0.5)
    back.frame(at: 0.501)
    #expect(back.goal == "0200" && back.work.leaps == 0)
  }

  @Test func `after a long stall the clock is right at once and flips no backlog`() {
    let bench = ClockBench(ClockBench.evening)
    bench.frame(at: 0.1)

    bench.frame(at: 4000.2)

    #expect(bench.goal == "111638")
    bench.frame(at: 4000.9)
    #expect(bench.landed == "111638" && bench.isAtRest)
  }

  // MARK: Modes

  @Test func `a countdown shows what is left, tells its end once and closes five seconds later`() {
    let bench = ClockBench(0, mode: .countdown(seconds: 3))

    #expect(bench.goal == "0003")
    bench.frame(at: 1)
    #expect(bench.goal == "0002")
    bench.frame(at: 3.01)
    #expect(bench.goal == "0000" && bench.timesUp == 1 && bench.face.reading.caption == "Time is up")
    #expect(!bench.face.isFinished)
    #expect(bench.frame(at: 4) == 8)
    bench.frame(at: 7.99)
    #expect(!bench.face.isFinished && bench.timesUp == 1)
    bench.frame(at: 8)
    #expect(bench.face.isFinished && bench.face.hasRunOut)
  }

  @Test func `a countdown goes on through sleep and is not moved by setting the clock`() {
    let bench = ClockBench(0, mode: .countdown(seconds: 1500))
    bench.clocks.wall = bench.clocks.wall.advanced(by: 4000)
    bench.frame(at: 1)
    #expect(bench.goal == "2459")

    bench.clocks.elapsed = bench.clocks.elapsed.advanced(by: 600)
    bench.frame(at: 1.1)
    #expect(bench.goal == "1459")
  }

  @Test func `a halted countdown keeps what is left`() {
    let bench = ClockBench(0, mode: .countdown(seconds: 60))
    bench.face.handle(.key(.space, [], isRepeat: false), at: 10.4)
    bench.frame(at: 30)
    #expect(bench.goal == "0050" && bench.face.reading.caption == "Paused")
    #expect(bench.frame(at: 31) == nil)

    bench.face.handle(.key(.space, [], isRepeat: false), at: 40)
    #expect(bench.frame(at: 40) == 40.6)
    bench.frame(at: 40.61)
    #expect(bench.goal == "0049")
  }

  @Test func `a stopwatch counts between its start and its stop and says laps to the hundredth`() {
    let bench = ClockBench(0, mode: .stopwatch)
    var lines: [String] = []
    bench.work.onLine = { lines.append($0) }
    func press(_ key: Key, at time: Double) {
      bench.frame(at: time)
      bench.face.handle(.key(key, [], isRepeat: false), at: time)
    }

    #expect(bench.frame(at: 1) == nil)
    press(.space, at: 2)
    press(.character("l"), at: 13.25)
    press(.character("l"), at: 75)
    press(.space, at: 80.5)
    bench.frame(at: 90)

    #expect(lines == ["lap 1 00:11.25 +00:11.25", "lap 2 01:13.00 +01:01.75", "01:18.50"])
    #expect(bench.goal == "0118" && bench.frame(at: 91) == nil)
    press(.character("r"), at: 92)
    bench.frame(at: 94)
    #expect(bench.landed == "0000")
  }

  @Test func `a score gets as many cards as its longest number needed`() {
    let bench = ClockBench(0, mode: .score)
    bench.work.setScore(9)
    bench.frame(at: 1)
    bench.work.setScore(10)
    bench.frame(at: 2)
    #expect(bench.goal == "10")
    bench.work.setScore(-7)
    bench.frame(at: 3)
    #expect(bench.goal == "−7")
    bench.work.setScore(3)
    bench.frame(at: 4)
    #expect(bench.goal == " 3" && bench.frame(at: 9) == nil)
  }

  @Test func `slower time slows the flips, faster time does not hasten them`() {
    let slow = ClockBench(ClockBench.evening, rate: 0.1)
    slow.frame(at: 11)
    #expect(slow.digits[5].leaves[0].state == .topToMiddle && slow.digits[5].leaves[0].begin == 10)
    slow.frame(at: 14.9)
    #expect(slow.digits[5].leaves[0].state == .middleToBottom)

    let fast = ClockBench(ClockBench.evening, rate: 4)
    fast.frame(at: 0.25)
    #expect(fast.goal == "100959")
    fast.frame(at: 0.74)
    #expect(fast.digits[5].leaves[0].state == .middleToBottom)
    #expect(fast.digits[5].fallingLeaves.count == 2)
  }

  // MARK: The window

  @Test func `a face dims after a time without a touch and lights up when it is touched`() throws {
    let bench = ClockBench(
      ClockBench.evening,
      change: {
        $0.dimDelay = 10
        $0.showsSeconds = false
      })
    let veil = try #require(bench.face.layer.sublayers.first { $0.name == "veil" })

    bench.frame(at: 3)
    #expect(bench.frame(at: 9.9) == 10)
    bench.frame(at: 12)
    #expect(veil.presentation(at: 12).opacity > 0.6)
    #expect(bench.frame(at: 12.1) == 62)
    bench.face.handle(.pointerMoved(Point(5, 5), []), at: 20)
    bench.frame(at: 20.5)
    #expect(veil.presentation(at: 20.5).opacity == 0)
    // The bar that came goes again.
    #expect(bench.frame(at: 21) == 22)
    bench.frame(at: 22.05)
    bench.frame(at: 22.5)
    #expect(bench.frame(at: 23) == 30)
  }

  @Test func `Escape leaves full screen first and closes then`() {
    let bench = ClockBench(ClockBench.evening)
    bench.face.isFullScreen = true

    bench.face.handle(.key(.escape, [], isRepeat: false), at: 1)
    #expect(bench.requests == [.leaveFullScreen] && !bench.face.isFinished)
    bench.face.isFullScreen = false
    bench.face.handle(.key(.escape, [], isRepeat: false), at: 2)
    #expect(bench.face.isFinished)
  }

  @Test func `in full screen the pointer disappears until it is moved`() {
    let bench = ClockBench(ClockBench.evening, change: { $0.showsSeconds = false })
    bench.frame(at: 10)
    #expect(bench.face.cursor == .arrow)
    bench.face.handle(.key(.character("f"), [], isRepeat: false), at: 10)
    bench.face.isFullScreen = true
    #expect(bench.frame(at: 11) == 13)
    bench.frame(at: 13)
    #expect(bench.face.cursor == .hidden)
    #expect(bench.frame(at: 14) == 62)
    bench.face.handle(.pointerMoved(Point(1, 1), []), at: 15)
    bench.frame(at: 15)
    #expect(bench.face.cursor == .arrow)
  }

  @Test func `time that runs wild keeps up, with few layers`() {
    let bench = ClockBench(ClockBench.evening, rate: 100)
    for frame in 1...120 {
      let time = Double(frame) / 60 + 0.003
      bench.frame(at: time)
      #expect(bench.layerCount <= 18 + 6 * (FlipDigit.mostFalling - 1))
      let goal = bench.work.reading(at: bench.work.position(at: time).second)
      #expect(bench.goal == String(goal.characters))
    }
    #expect(bench.digits[5].fallingLeaves.count > 3)
    // Leaves that still wait begin within half a second.
    #expect(bench.digits[5].waiting.allSatisfy { $0.time < 2.5 + 0.003 })
  }

  @Test func `Escape in a drag puts the window back and leaves nothing`() {
    let bench = ClockBench(ClockBench.evening)
    bench.face.handle(.pointerDown(Point(9, 9), .left, clicks: 1, []), at: 1)
    bench.face.handle(.pointerMoved(Point(20, 9), []), at: 1.1)
    bench.face.handle(.key(.escape, [], isRepeat: false), at: 1.2)
    bench.face.handle(.pointerUp(Point(20, 9), .left, []), at: 1.3)
    #expect(bench.requests == [.beginMoving(Point(9, 9)), .move, .cancelMoving])
    #expect(!bench.face.isFinished)
  }

  /// The gap between low cards on a wide stage was larger than the cards, and the program ended.
  @Test(arguments: [
    Size(20000, 40), Size(24000, 64), Size(32000, 80), Size(32000, 1), Size(1, 32000), Size(32767, 32767),
  ])
  func `a window of any shape has cards with two halves`(size: Size) throws {
    let bench = ClockBench(ClockBench.evening, size: size)
    let style = try #require(bench.face.dial.pictures.style)
    #expect(style.halfGap >= 1 && 4 * style.halfGap < style.size.height)
    #expect(bench.digits.allSatisfy { $0.upper.contents != nil && $0.lower.contents != nil })
  }

  @Test func `a drag moves the window and a double click covers the screen`() {
    let bench = ClockBench(ClockBench.evening)

    bench.face.handle(.pointerDown(Point(9, 9), .left, clicks: 1, []), at: 1)
    bench.face.handle(.pointerMoved(Point(20, 9), []), at: 1.1)
    bench.face.handle(.pointerUp(Point(20, 9), .left, []), at: 1.2)
    bench.face.handle(.pointerMoved(Point(30, 9), []), at: 1.3)
    #expect(bench.requests == [.beginMoving(Point(9, 9)), .move, .endMoving])
    bench.face.handle(.pointerDown(Point(9, 9), .left, clicks: 2, []), at: 2)
    #expect(bench.requests.last == .toggleFullScreen)
  }

  @Test(arguments: [
    Size(width: 120, height: 64), Size(width: 500, height: 900), Size(width: 1600, height: 900),
  ])
  func `cards stand on whole pixels inside the window`(size: Size) throws {
    for scale in [1, 1.25, 2] {
      let layout = ClockLayout(groups: [2, 2, 2], aspect: 0.56, size: size, scale: scale, hasCaption: true)
      let window = Rect(origin: .zero, size: size)
      #expect(layout.cards.count == 6)
      for card in layout.cards {
        #expect(window.contains(card))
        for edge in [card.minX, card.minY, card.maxX, card.maxY, card.midY] {
          #expect((edge * scale - (edge * scale).rounded()).magnitude < 1e-9)
        }
      }
      #expect(layout.isPortrait == (size.height > size.width))
      #expect(window.contains(try #require(layout.caption)))
    }
  }

  @Test func `the panel sets what it shows, keeps it, and closes`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 720, height: 320))
    func press(_ key: Key, _ modifiers: Modifiers = []) {
      bench.face.handle(.key(key, modifiers, isRepeat: false), at: 0.2)
    }

    press(.character("s"))
    let panel = try #require(bench.face.panel)
    #expect(Rect(origin: .zero, size: bench.face.size).contains(panel.frame))
    press(.tab)
    press(.space)
    #expect(bench.kept.last?.showsSeconds == false && bench.digits.count == 4)

    let font = try #require(panel.fields.first { $0.control.label == "Scale" }?.control)
    bench.face.host.setFocus(font, byKeyboard: true)
    bench.face.handle(.text("no scale"), at: 0.3)
    press(.enter)
    #expect(bench.kept.count == 1 && font.fault != nil)
    press(.character("a"), .control)
    bench.face.handle(.text("1.5"), at: 0.4)
    press(.enter)
    #expect(bench.kept.last?.scale == 1.5 && font.fault == nil)

    press(.escape)
    #expect(bench.face.panel == nil && !bench.face.isFinished)
    press(.escape)
    #expect(bench.face.isFinished)
  }

  @Test func `settings stand beside the clock, not over it`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 800, height: 440))
    bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 0.2)
    bench.frame(at: 0.3)
    let panel = try #require(bench.face.panel)

    let last = try #require(bench.digits.last?.upper)
    let edge = try #require(last.convert(Point(last.bounds.maxX, 0), to: bench.face.layer))
    #expect(edge.x < panel.frame.minX && panel.frame.maxX == 800)

    bench.face.handle(.key(.escape, [], isRepeat: false), at: 1)
    bench.frame(at: 1.1)
    let after = try #require(last.convert(Point(last.bounds.maxX, 0), to: bench.face.layer))
    #expect(after.x > panel.frame.minX)
  }

  @Test(arguments: [
    Size(120, 64), Size(200, 120), Size(333, 777), Size(500, 900), Size(720, 320), Size(1024, 256),
    Size(1921, 1079),
    Size(3840, 1080),
  ])
  func `the cards stand in the middle of the window, whatever they show`(size: Size) throws {
    let modes: [(ClockMode, (inout ClockSettings) -> Void)] = [
      (.timeOfDay, { _ in }), (.timeOfDay, { $0.showsSeconds = false }),
      (.timeOfDay, { $0.showsDate = true }),
      (.countdown(seconds: 90), { _ in }), (.stopwatch, { _ in }), (.score, { _ in }),
    ]
    for (mode, change) in modes {
      let bench = ClockBench(ClockBench.evening, mode: mode, size: size, change: change)
      let frames = bench.digits.map(\.layer.frame)
      let whole = frames.dropFirst().reduce(frames[0]) { $0.union($1) }
      #expect((whole.midX - size.width / 2).magnitude <= 0.5, "\(mode)")
      #expect((whole.midY - size.height / 2).magnitude <= 0.5, "\(mode)")
      #expect(Rect(origin: .zero, size: size).contains(whole))
    }
  }

  @Test(
    arguments: [
      Size(720, 320), Size(900, 300), Size(480, 140), Size(200, 120), Size(1600, 240), Size(1600, 256),
      Size(720, 440),
    ],
    [true, false])
  func `the bar covers at most a third of a card, however low the window is`(
    size: Size, hasSettings: Bool
  ) throws {
    let bench = ClockBench(ClockBench.evening, size: size, change: { $0.showsSeconds = !hasSettings })
    if hasSettings { bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 0.2) }
    point(60, 60, at: 1, in: bench)
    bench.frame(at: 1.5)

    let bar = bench.face.bar
    #expect(!bar.layer.isHidden && !bar.children.allSatisfy(\.isHidden))
    for digit in bench.digits {
      let card = digit.layer.frame
      #expect(bar.frame.maxY <= card.minY + card.height / 3)
      // Where there is room it covers no figure.
      if size.height >= 256 {
        #expect(bar.frame.maxY <= card.minY + card.height * CardStyle.figureInset + 1)
      }
    }
  }

  @Test
  func `F11 covers the screen while settings or a dialog are open, and buttons of the bar work beside them`()
    throws
  {
    let bench = ClockBench(0, mode: .stopwatch, size: Size(width: 900, height: 500))
    func type(_ key: Key) { bench.face.handle(.key(key, [], isRepeat: false), at: 0.2) }
    type(.character("s"))
    type(.function(11))
    #expect(bench.requests == [.toggleFullScreen])
    try press("Start", at: 1, in: bench)
    #expect(bench.work.isRunning)

    type(.function(1))
    #expect(bench.face.host.isBlocked)
    type(.function(11))
    #expect(bench.requests == [.toggleFullScreen, .toggleFullScreen])
    bench.face.handle(.key(.character("w"), .control, isRepeat: false), at: 3)
    #expect(!bench.face.host.isBlocked && !bench.face.isFinished)
    bench.face.handle(.key(.character("w"), .control, isRepeat: false), at: 3)
    #expect(bench.face.isFinished)
  }

  @Test func `a row that looks like a menu opens a list, by the keyboard too`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 800, height: 600))
    func press(_ key: Key) { bench.face.handle(.key(key, [], isRepeat: false), at: 0.2) }
    press(.character("s"))
    press(.down)
    let titles = labels(bench.face.accessibility)
    #expect(titles.isSuperset(of: ["24 hours", "12 hours"]))

    // Typing leads to what begins so.
    press(.character("1"))
    press(.enter)
    #expect(bench.kept.last?.hours == .twelve)
  }

  private func labels(_ node: AccessibilityNode) -> Set<String> {
    node.children.reduce([node.label]) { $0.union(labels($1)) }
  }

  @Test func `a colour is picked while it is seen, and Escape takes it back`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 1280, height: 800))
    bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 0.2)
    let before = bench.work.settings
    func open() throws -> PickerPanel {
      #expect(bench.face.host.perform(.press, on: path("Cards", bench.face.accessibility) ?? "", at: 0.3))
      bench.frame(at: 0.4)
      return try #require(picker(in: bench.face.host))
    }

    try open().onChange?(RGBA(hex: 0x2b7de9), .continuous)
    #expect(bench.work.settings.card == RGBA(hex: 0x2b7de9) && bench.kept.isEmpty)
    bench.face.handle(.key(.escape, [], isRepeat: false), at: 0.5)
    #expect(bench.work.settings == before && bench.kept.isEmpty)
  }

  /// Returns the path by which assistive tools find a control.
  private func path(_ label: String, _ node: AccessibilityNode) -> String? {
    if node.label == label, node.role != .text { return node.id }
    return node.children.lazy.compactMap { path(label, $0) }.first
  }

  private func picker(in host: ControlHost) -> PickerPanel? {
    var control = host.focus
    while let current = control {
      if let picker = current as? PickerPanel { return picker }
      control = current.parent
    }
    return nil
  }

  // MARK: The bar

  private func point(_ x: Double, _ y: Double, at time: Double, in bench: ClockBench) {
    bench.face.handle(.pointerMoved(Point(x, y), []), at: time)
    bench.frame(at: time)
  }

  @Test func `the bar comes with the pointer, goes two seconds after it rests, and takes no press unseen`() {
    let bench = ClockBench(
      ClockBench.evening, size: Size(width: 720, height: 320), change: { $0.showsSeconds = false })
    bench.frame(at: 0.5)
    #expect(bench.face.bar.layer.isHidden)
    bench.face.handle(.pointerDown(Point(360, 24), .left, clicks: 1, []), at: 0.6)
    bench.face.handle(.pointerUp(Point(360, 24), .left, []), at: 0.7)
    #expect(bench.requests.first == .beginMoving(Point(360, 24)))

    point(300, 200, at: 5, in: bench)
    bench.frame(at: 5.5)
    #expect(bench.face.bar.layer.opacity == 1 && !bench.face.bar.layer.isHidden)
    bench.frame(at: 7.05)
    bench.frame(at: 7.5)
    #expect(bench.face.bar.layer.isHidden)
    #expect(bench.frame(at: 8) == 62)
  }

  @Test func `the bar stays while the pointer is over it`() {
    let bench = ClockBench(0, mode: .stopwatch, size: Size(width: 720, height: 320))
    point(360, 200, at: 1, in: bench)
    point(360, 24, at: 1.5, in: bench)
    bench.frame(at: 20)
    #expect(bench.face.bar.layer.opacity == 1)
    point(360, 200, at: 21, in: bench)
    bench.frame(at: 21.1)
    bench.frame(at: 24)
    #expect(bench.face.bar.layer.isHidden)
  }

  /// Presses a button of the bar with the pointer.
  private func press(_ title: String, at time: Double, in bench: ClockBench) throws {
    point(300, 200, at: time, in: bench)
    bench.frame(at: time + 0.2)
    let button = try #require(
      bench.face.bar.children.first { ($0 as? Button)?.title == title && !$0.isHidden })
    let place = button.frameInWindow.center
    bench.face.handle(.pointerMoved(place, []), at: time + 0.3)
    bench.face.handle(.pointerDown(place, .left, clicks: 1, []), at: time + 0.3)
    bench.face.handle(.pointerUp(place, .left, []), at: time + 0.3)
    bench.frame(at: time + 0.4)
  }

  @Test func `a stopwatch is started, stopped and reset with the pointer alone`() throws {
    let bench = ClockBench(0, mode: .stopwatch, size: Size(width: 720, height: 320))
    try press("Start", at: 1, in: bench)
    #expect(bench.work.isRunning)
    try press("Lap", at: 3, in: bench)
    try press("Stop", at: 5, in: bench)
    #expect(!bench.work.isRunning && bench.work.position(at: 9).second == 4)
    try press("Reset", at: 9, in: bench)
    bench.frame(at: 12)
    #expect(bench.landed == "0000")
    // The keys are the clock's again.
    bench.face.handle(.key(.space, [], isRepeat: false), at: 13)
    #expect(bench.work.isRunning)
  }

  @Test func `a score is counted up and down by its buttons`() throws {
    let bench = ClockBench(0, mode: .score, size: Size(width: 720, height: 320))
    for time in [1.0, 3, 5] { try press("One more", at: time, in: bench) }
    try press("One less", at: 7, in: bench)
    bench.frame(at: 9)
    #expect(bench.goal == "2")
  }

  // MARK: Countdowns that are typed

  @Test func `figures begin a countdown, which counts only once it was started`() {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 720, height: 320))
    for (index, character) in "1h 5m".enumerated() {
      let time = 1 + Double(index) / 10
      let key = character == " " ? Key.space : .character(character)
      bench.face.handle(.key(key, [], isRepeat: false), at: time)
      bench.face.handle(.text(String(character)), at: time)
    }
    #expect(bench.face.entry != nil && bench.work.mode == .timeOfDay)
    bench.face.handle(.key(.enter, [], isRepeat: false), at: 2)
    #expect(bench.face.entry == nil && bench.work.mode == .countdown(seconds: 3900) && bench.work.isRunning)
    bench.frame(at: 2.1)
    #expect(bench.goal == "010500")
  }

  @Test(arguments: [Size(720, 320), Size(400, 300), Size(320, 200)], ["no time", "100h"])
  func `what is wrong with a countdown is said in full`(size: Size, text: String) throws {
    let bench = ClockBench(ClockBench.evening, size: size)
    bench.face.handle(.key(.character("c"), [], isRepeat: false), at: 1)
    bench.face.handle(.text(text), at: 1.1)
    bench.face.handle(.key(.enter, [], isRepeat: false), at: 1.2)
    bench.frame(at: 1.5)

    let entry = try #require(bench.face.entry)
    let fault = try #require(entry.accessibility.value)
    let inside = entry.frameInWindow
    var said = ""
    for item in bench.displayList(at: 1.5).items {
      guard case .text(let contents, let point) = item.shape, let start = item.transform.project(point),
        inside.contains(start), contents.text != text, contents.text != "Start"
      else { continue }
      #expect(contents.maximumWidth == nil)
      let width = bench.face.interface.line(contents.text, style: contents.font).width
      #expect(start.x + width <= inside.maxX && start.y < entry.firstFocus.frameInWindow.minY)
      said += (said.isEmpty ? "" : " ") + contents.text
    }
    #expect(said.lowercased() == fault.lowercased())
  }

  @Test func `a countdown that was chosen from the list waits for its start`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 720, height: 320))
    let choice = try #require(bench.face.host.commands.first { $0.title == "Countdown of 10 minutes" })
    choice.action(1)
    bench.frame(at: 5)
    #expect(bench.goal == "1000" && !bench.work.isRunning)
    bench.face.handle(.key(.space, [], isRepeat: false), at: 6)
    bench.frame(at: 8.5)
    #expect(bench.goal == "0958")
  }

  @Test func `the window stays after the end of a countdown that was set in it`() {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 720, height: 320))
    bench.work.change(.countdown(seconds: 3), at: 1, starts: true)
    for time in [1.1, 4.2, 12, 20] { bench.frame(at: time) }
    #expect(bench.timesUp == 1 && !bench.face.isFinished && bench.face.reading.caption == "Time is up")
    bench.face.handle(.key(.character("r"), [], isRepeat: false), at: 21)
    bench.frame(at: 25)
    #expect(bench.goal == "0003" && !bench.work.isRunning)
  }

  @Test func `the cards stay where they are when a caption comes`() throws {
    let bench = ClockBench(0, mode: .countdown(seconds: 3), size: Size(width: 720, height: 320))
    let before = try #require(bench.digits.first?.upper.position)
    bench.frame(at: 1)
    #expect(bench.face.reading.caption.isEmpty)
    bench.frame(at: 3.5)
    #expect(bench.face.reading.caption == "Time is up")
    #expect(bench.digits.first?.upper.position == before)
  }

  @Test func `a right click offers what the clock can do`() {
    let bench = ClockBench(0, mode: .stopwatch, size: Size(width: 720, height: 600))
    bench.face.handle(.pointerDown(Point(300, 200), .right, clicks: 1, []), at: 1)
    let offered = labels(bench.face.accessibility)
    #expect(
      offered.isSuperset(of: ["Start", "Lap", "Reset", "Settings", "Full screen", "Countdown of 10 minutes"]))
  }

  @Test func `Tab goes round the panel and skips what cannot be used`() throws {
    let bench = ClockBench(ClockBench.evening, size: Size(width: 720, height: 320))
    func press(_ key: Key, _ modifiers: Modifiers = []) {
      bench.face.handle(.key(key, modifiers, isRepeat: false), at: 0.2)
    }
    press(.character("s"))
    let panel = try #require(bench.face.panel)
    let form = try #require(bench.face.host.focus?.parent)
    let hours = try #require(form.children.first { $0.label == "Hours" && $0.isFocusable })
    hours.isEnabled = false
    let stops = form.children.filter { $0.isEnabled && $0.isFocusable }.count + 1

    var visited: [String] = []
    for _ in 0...stops {
      visited.append(bench.face.host.focus?.label ?? "")
      press(.tab)
    }

    // It had the keyboard before it was switched off.
    #expect(!visited.dropFirst().contains("Hours"))
    #expect(Set(visited).isSuperset(of: ["Seconds", "Cards", "Font", "Scale", "Done"]))
    #expect(panel.firstFocus === hours)
  }

  @Test func `the panel takes the keys of the clock while it is open`() {
    let bench = ClockBench(0, mode: .stopwatch, size: Size(width: 720, height: 320))
    var lines: [String] = []
    bench.work.onLine = { lines.append($0) }
    func press(_ key: Key) { bench.face.handle(.key(key, [], isRepeat: false), at: 0.2) }

    press(.space)
    press(.character("s"))
    press(.character("l"))
    #expect(lines.isEmpty)
    press(.character("s"))
    #expect(bench.face.panel == nil)
    press(.character("l"))
    #expect(lines.count == 1)
  }

  @Test func `a font that is not installed is warned of in the panel`() throws {
    let bench = ClockBench(
      ClockBench.evening, size: Size(width: 720, height: 320), change: { $0.fontFamily = "No Such Font" })
    bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 0.2)
    let panel = try #require(bench.face.panel)
    let warning = try #require(panel.fontWarning)
    #expect(
      warning.hasPrefix("“No Such Font” is not installed; ") && warning.hasSuffix(" is used in its place"))
    #expect(panel.accessibility.value == warning)
    // The first installed one of the clock's own fonts replaces it.
    let standard = Typesetter().resolvedFamily(for: Font(family: ClockSettings().fontFamilies, size: 64))
    #expect(warning.contains("; \(standard ?? "") is used"))

    bench.work.change(ClockSettings())
    #expect(panel.fontWarning == nil)
  }

  @Test func `what a person does begins at its own time, not at that of the next frame`() {
    func displayList(framesPerSecond: Double) -> DisplayList {
      let bench = ClockBench(0, mode: .stopwatch)
      let keys: [(Key, Double)] = [(.space, 0.313), (.space, 2.117), (.character("r"), 2.9)]
      var time = 0.0
      for (key, moment) in keys {
        while time + 1 / framesPerSecond <= moment {
          time += 1 / framesPerSecond
          bench.frame(at: time)
        }
        bench.face.handle(.key(key, [], isRepeat: false), at: moment)
      }
      bench.frame(at: 3.1)
      return bench.displayList(at: 3.1)
    }

    #expect(displayList(framesPerSecond: 24) == displayList(framesPerSecond: 144))
  }

  @Test func `settings change what is shown while the clock runs`() {
    let bench = ClockBench(ClockBench.evening + 4 * 3600)
    var settings = bench.work.settings
    settings.hours = .twelve
    settings.showsSeconds = false
    settings.showsDate = true
    bench.work.change(settings)

    bench.frame(at: 0.2)

    #expect(bench.goal == " 209" && bench.layerCount == 12)
    #expect(bench.face.reading.caption == "PM  ·  Saturday 21 November")
  }
}
