import Colors
import Controls
import Foundation
import Geometry
import Input
import Scene
import Testing
import Typography
import Workers

@testable import Application

/// Asks a slow worker about every text, and about each first answer once more.
private final class AskingContent: ControlWindow {
  private(set) var shown: [String] = []
  private let mail: Mailbox<String>
  private let worker: Worker<Void>

  init() {
    let work = WorkGroup()
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "asked", in: work)
    let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)
    super.init(root: Button("Root") {}, interface: interface, work: work)
  }

  private func ask(_ question: String) {
    worker.run { [mail] in
      usleep(2000)
      mail.send(question)
    }
  }

  override func layOut(size: Size, scale: Double) {
    super.layOut(size: size, scale: scale)
    ask("first")
  }

  override func handle(_ event: InputEvent, at time: Double) {
    if case .text(let text) = event { ask(text) }
  }

  override func receiveMail(at time: Double) {
    for answer in mail.takeAll() {
      shown.append("\(answer)@\(time)")
      if answer.count == 1 { ask(answer + " again") }
    }
  }
}

@Suite struct InputScriptTests {
  private func script(_ text: String) throws -> InputScript {
    try InputScript(text: Array(text.utf8), named: "visit.jsonl")
  }

  @Test func `what was written is read again`() throws {
    let steps: [InputScript.Step] = [
      .init(time: 0, action: .input(.pointerDown(Point(1.5, 2), .left, clicks: 1, .shift))),
      .init(time: 0.1, action: .input(.pointerMoved(Point(3, 4), [.control, .alt]))),
      .init(time: 0.1, action: .input(.pointerUp(Point(3, 4), .right, []))),
      .init(time: 0.2, action: .input(.wheel(Point(3, 4), Vector(0.5, -2), []))),
      .init(time: 0.3, action: .input(.key(.escape, [], isRepeat: false))),
      .init(time: 0.3, action: .input(.key(.character("z"), [.control, .shift], isRepeat: false))),
      .init(time: 0.4, action: .input(.key(.function(3), [], isRepeat: false))),
      .init(time: 0.5, action: .input(.text("ä“\n"))),
      .init(time: 0.6, action: .resize(Size(640, 480.5))),
    ]

    let text = steps.map(InputScript.line).joined(separator: "\n")

    #expect(try script(text).steps == steps)
  }

  @Test func `presses that follow each other in one place are clicks of one another`() throws {
    let read = try script(
      """
      {"t":0,"type":"down","x":5,"y":5}
      {"t":0.1,"type":"up","x":5,"y":5}

      {"t":0.2,"type":"down","x":6,"y":5,"button":"left"}
      {"t":0.9,"type":"down","x":6,"y":5}
      """)

    let clicks = read.steps.compactMap { step -> Int? in
      if case .input(.pointerDown(_, _, let clicks, _)) = step.action { clicks } else { nil }
    }
    #expect(clicks == [1, 2, 1])
  }

  @Test(arguments: [
    (#"{"t":0,"type":"dwn","x":1,"y":1}"#, "“type” must be"),
    (#"{"type":"down","x":1,"y":1}"#, "t: the time is missing"),
    (#"{"t":"0","type":"down"}"#, "t: a number belongs here"),
    (#"{"t":0,"type":"down","x":1}"#, "“x” and “y”"),
    (#"{"t":0,"type":"key","key":"Nonsense"}"#, "“key” must be"),
    (#"{"t":-1,"type":"text","text":""}"#, "“t” must be a time"),
    (#"{"t":1e15,"type":"text","text":""}"#, "“t” must be a time from 0 to 1000000000"),
    (#"{"t":0,"type":"resize","width":0,"height":5}"#, "“width”"), ("[1", "not JSON"),
    (#"{"t":0,"type":"move","x":1,"y":1,"modifiers":["hyper"]}"#, "“modifiers”"),
  ])
  func `a line that is no step is named with its place`(line: String, reason: String) {
    let error = #expect(throws: InputScript.Fault.self) {
      _ = try script("{\"t\":0,\"type\":\"text\",\"text\":\"a\"}\n" + line)
    }

    #expect(error?.description.hasPrefix("visit.jsonl:2: ") == true)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `of sizes within one sixtieth of a second the last is laid out, however often one looks`() throws
  {
    let lines = (0..<6000).map {
      #"{"t":\#(Double($0) / 6000),"type":"resize","width":\#(300 + $0 % 900),"height":400}"#
    }
    let steps = try script(lines.joined(separator: "\n"))
    var layouts: [[Size]] = []
    for looks in [1, 7, 100] {
      let content = SizedContent()
      var playback = Playback(of: steps, into: content, size: Size(500, 400), scale: 1)
      for look in 1...looks { playback.play(until: Double(look) / Double(looks)) }
      #expect(playback.size == Size(Double(300 + 5999 % 900), 400))
      layouts.append(content.sizes)
    }

    #expect(layouts[0].count <= 62)
    #expect(layouts[1] == layouts[0] && layouts[2] == layouts[0])
  }

  @Test func `of motion between two looks only the last place counts, and presses stay where they were`()
    throws
  {
    let steps = try script(
      #"""
      {"t":0.1,"type":"move","x":1,"y":0}
      {"t":0.2,"type":"move","x":2,"y":0}
      {"t":0.3,"type":"down","x":2,"y":0}
      {"t":0.4,"type":"move","x":3,"y":0}
      {"t":0.5,"type":"move","x":4,"y":0}
      {"t":1.1,"type":"move","x":5,"y":0}
      """#)
    let content = SizedContent()
    var playback = Playback(of: steps, into: content, size: Size(500, 400), scale: 1)

    playback.play(until: 1, coalescesMotion: true)
    let first = content.places
    playback.play(until: 2, coalescesMotion: true)

    #expect(first == [2, 2, 4])
    #expect(content.places == [2, 2, 4, 5])
  }

  @Test func `an age in which nothing happens takes no time`() throws {
    let steps = try script(#"{"t":1e9,"type":"resize","width":300,"height":400}"#)
    let content = SizedContent()
    var playback = Playback(of: steps, into: content, size: Size(500, 400), scale: 1)

    playback.play(until: 1e9)

    #expect(content.sizes == [Size(500, 400), Size(300, 400)])
    #expect(content.advances < 10)
  }

  @Test func `what a step asks for beside the frame loop is shown at its time, and what comes of that`()
    throws
  {
    let steps = try script(
      #"{"t":0.5,"type":"text","text":"a"}"# + "\n" + #"{"t":0.5,"type":"text","text":"b"}"# + "\n"
        + #"{"t":2,"type":"text","text":"c"}"#)
    let content = AskingContent()
    var playback = Playback(of: steps, into: content, size: Size(500, 400), scale: 1)

    #expect(content.shown == ["first@0.0"])
    playback.play(until: 1)
    #expect(content.shown == ["first@0.0", "a@0.5", "a again@0.5", "b@0.5", "b again@0.5"])
    playback.play(until: 3)
    #expect(content.shown.suffix(2) == ["c@2.0", "c again@2.0"])
  }

  @Test func `time does not go back`() {
    #expect(throws: InputScript.Fault.self) {
      _ = try script(
        "{\"t\":1,\"type\":\"text\",\"text\":\"a\"}\n{\"t\":0.5,\"type\":\"text\",\"text\":\"b\"}")
    }
  }
}

/// A content that writes down how it is laid out.
private final class SizedContent: WindowContent {
  private(set) var sizes: [Size] = []
  private(set) var advances = 0
  let layer = Layer()
  let background = RGBA.white
  var reducesMotion = false
  let cursor = CursorShape.arrow
  let isFinished = false
  let accessibility = AccessibilityNode(role: .group, label: "", frame: .zero)

  func layOut(size: Size, scale: Double) { sizes.append(size) }
  /// The columns of the pointer's events.
  private(set) var places: [Double] = []

  func handle(_ event: InputEvent, at time: Double) {
    switch event {
    case .pointerMoved(let point, _), .pointerDown(let point, _, _, _): places.append(point.x)
    default: break
    }
  }
  func advance(to time: Double) -> Double? {
    advances += 1
    return nil
  }
  func close() {}
}

/// A script that is played into a window.
@Suite struct InputTapeTests {
  private let script = InputScript(
    [0, 0, 0.5, 0.5, 2].enumerated().map { .init(time: $1, action: .input(.text("\($0)"))) })

  @Test(arguments: [0.0, 100])
  func `every step is played once, at its time after the window's first turn`(start: Double) {
    var tape = InputTape(playing: script)
    let early = tape.nextStep(until: .infinity)
    #expect(tape.isScripted && tape.nextTime == nil && early == nil)
    tape.begin(at: start)
    var played: [InputScript.Step] = []
    var now = start
    while let due = tape.nextTime {
      let early = tape.nextStep(until: due - 0.001)
      #expect(early == nil)
      now = max(now, due)
      // Later turns do not restart it.
      tape.begin(at: now)
      while let step = tape.nextStep(until: now) { played.append(step) }
    }

    #expect(played.map(\.action) == script.steps.map(\.action))
    #expect(played.map(\.time) == script.steps.map { start + $0.time })
  }

  @Test func `a window that another content fills goes on where the one before was`() {
    var tape = InputTape(playing: script)
    tape.begin(at: 10)
    for _ in 0..<3 { _ = tape.nextStep(until: 11) }

    var next = tape
    next.begin(at: 11)

    let step = next.nextStep(until: 11)
    #expect(step?.time == 10.5 && next.nextTime == 12)
    #expect(!InputTape().isScripted)
  }

  @Test func `what is recorded counts from the first turn`() throws {
    let path = NSTemporaryDirectory() + "regalia-tape-\(UUID()).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var tape = InputTape(recorder: try InputRecorder(path: path))
    tape.record(.input(.text("before")), at: 41)
    tape.begin(at: 42)
    tape.record(.input(.text("after")), at: 43.5)

    let recorded = try InputScript(file: path)
    #expect(recorded.steps.map(\.time) == [0, 1.5])
  }
}
