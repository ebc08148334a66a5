import Input
import Testing
import Windowing

@testable import Application

@Suite struct PendingKeysTests {
  private var pending = PendingKeys()
  private var handled: [WindowEvent] = []
  private var questions: [UInt32] = []

  private mutating func note(_ step: PendingKeys.Step) {
    handled += step.events.map(\.event)
    if let question = step.question { questions.append(question.keysym) }
  }

  private mutating func happens(_ event: WindowEvent) { note(pending.take(TimedWindowEvent(event, at: 0))) }

  /// A key goes down that types a letter.
  private mutating func type(_ letter: Character) {
    happens(.stroke(stroke(letter)))
    happens(.input(.key(.character(letter), [], isRepeat: false)))
    happens(.input(.text(String(letter))))
  }

  private func stroke(_ letter: Character) -> KeyStroke {
    KeyStroke(
      keycode: 38, keysym: UInt32(letter.asciiValue ?? 0), state: 0, name: String(letter), isPress: true)
  }

  private func typed(_ letter: Character) -> [WindowEvent] {
    [.input(.key(.character(letter), [], isRepeat: false)), .input(.text(String(letter)))]
  }

  @Test mutating func `without a stroke nothing waits`() {
    happens(.input(.text("a")))

    #expect(handled == [.input(.text("a"))])
    #expect(questions.isEmpty)
  }

  @Test mutating func `keys wait for their answers, are asked about one at a time, and keep their order`() {
    type("a")
    type("b")
    #expect(handled.isEmpty)
    #expect(questions == [0x61])

    note(pending.answer(isTaken: false))
    #expect(handled == typed("a"))
    #expect(questions == [0x61, 0x62])

    note(pending.answer(isTaken: false))
    #expect(handled == typed("a") + typed("b"))
    #expect(pending.isEmpty)
  }

  @Test mutating func `a key that is taken leads to nothing, even with text that comes late`() {
    type("a")
    note(pending.answer(isTaken: true))
    happens(.input(.text("á")))
    #expect(handled.isEmpty)

    type("b")
    note(pending.answer(isTaken: false))
    #expect(handled == typed("b"))
  }

  @Test mutating func `a press of the pointer comes after the keys before it, a new size at once`() {
    let press = WindowEvent.input(.pointerDown(.zero, .left, clicks: 1, []))
    type("a")
    happens(press)
    type("b")
    happens(.refreshNeeded)
    #expect(handled == [.refreshNeeded])

    note(pending.answer(isTaken: false))
    #expect(handled == [.refreshNeeded] + typed("a") + [press])
    #expect(questions == [0x61, 0x62])
  }

  @Test mutating func `an answer that nobody waits for is let go`() {
    note(pending.answer(isTaken: true))
    happens(.input(.text("a")))

    #expect(handled == [.input(.text("a"))])
  }
}
