import Input
import TestSupport
import Testing

@testable import Bus
import Files

@Suite struct InputMethodTests {
  /// Returns a text as IBus serialises it, with attributes: type, value, start and end.
  private func ibus(_ text: String, _ attributes: [[UInt32]] = []) -> BusValue {
    let list = attributes.map { numbers in
      BusValue.variant(
        .structure([.string("IBusAttribute"), .options([:])] + numbers.map { BusValue.uint32($0) }))
    }
    let attributes = BusValue.structure([.string("IBusAttrList"), .options([:]), .array(of: "v", list)])
    return .variant(.structure([.string("IBusText"), .options([:]), .string(text), .variant(attributes)]))
  }

  @Test func `what IBus composes is shown with its caret and the part that is converted`() {
    let messages = IBusFcitxSignal.messages(
      of: "UpdatePreeditText",
      [ibus("かんじ", [[1, 1, 0, 3], [3, 0xc8c8f0, 1, 3]]), .uint32(3), .boolean(true)])

    #expect(messages == [.composition(Composition("かんじ", caret: 3, selection: 1..<3))])
  }

  @Test func `places in scalars become places in characters`() {
    let messages = IBusFcitxSignal.messages(
      of: "UpdatePreeditTextWithMode",
      [ibus("e\u{302}\u{301}n"), .uint32(3), .boolean(true), .uint32(1)])

    #expect(messages == [.composition(Composition("e\u{302}\u{301}n", caret: 1))])
  }

  @Test func `what is committed takes the place of what was composed`() {
    #expect(
      IBusFcitxSignal.messages(of: "CommitText", [ibus("tiếng")]) == [.composition(.none), .text("tiếng")])
    #expect(
      IBusFcitxSignal.messages(of: "CommitString", [.string("語")]) == [.composition(.none), .text("語")])
  }

  @Test func `a composition that is not to be seen is none`() {
    #expect(
      IBusFcitxSignal.messages(of: "UpdatePreeditText", [ibus("x"), .uint32(1), .boolean(false)])
        == [.composition(.none)])
    #expect(IBusFcitxSignal.messages(of: "HidePreeditText", []) == [.composition(.none)])
  }

  @Test func `Fcitx counts the caret in bytes and marks what is converted`() {
    let pieces = BusValue.array(
      of: "(si)",
      [
        .structure([.string("にほん"), .int32(8)]), .structure([.string("語"), .int32(8 | 16)]),
      ])
    let messages = IBusFcitxSignal.messages(of: "UpdateFormattedPreedit", [pieces, .int32(9)])

    #expect(messages == [.composition(Composition("にほん語", caret: 3, selection: 3..<4))])
  }

  @Test(arguments: ["UpdatePreeditText", "CommitText", "CommitString", "UpdateFormattedPreedit", "Nonsense"])
  func `signals without what they should have are survived`(signal: String) {
    for arguments in [[], [BusValue.int32(1)], [.variant(.structure([])), .string("x"), .boolean(true)]] {
      let texts = IBusFcitxSignal.messages(of: signal, arguments).filter {
        if case .text = $0 { true } else { false }
      }
      #expect(texts.isEmpty)
    }
  }

  @Test func `the session says which input method it has`() {
    func kind(_ variables: [String: String]) -> InputMethod.Kind? {
      InputMethod.Kind.ofEnvironment { variables[$0] }
    }
    #expect(kind([:]) == nil)
    #expect(kind(["XMODIFIERS": "@im=ibus"]) == .ibus)
    #expect(kind(["XMODIFIERS": "@im=fcitx", "GTK_IM_MODULE": "ibus"]) == .fcitx)
    #expect(kind(["GTK_IM_MODULE": "fcitx5"]) == .fcitx)
    #expect(kind(["XMODIFIERS": "@im=SCIM", "WAYLAND_DISPLAY": "wayland-0"]) == nil)
    #expect(kind(["WAYLAND_DISPLAY": "wayland-0"]) == .ibus)
  }

  @Test func `X11 keeps composed sequences where nothing else was said`() {
    var variables = ["DISPLAY": ":0", "HOME": "/nowhere"]
    func folder(isSuperuser: Bool = false) -> String? {
      let folders = UserFolders { variables[$0] }
      return InputMethod.sequenceFolder(in: folders, { variables[$0] }, isSuperuser: isSuperuser)
    }
    #expect(folder() == "/nowhere/.cache/regalia/compose")
    #expect(folder(isSuperuser: true) == nil)
    variables["XCOMPOSECACHE"] = "/elsewhere"
    #expect(folder() == nil)
    variables = ["HOME": "/nowhere"]
    #expect(folder() == nil)
  }

  /// Returns a value of any shape, with numbers that no text has places for.
  private func anything(_ chance: inout SeededGenerator, depth: Int = 0) -> BusValue {
    func values(_ chance: inout SeededGenerator) -> [BusValue] {
      (0..<Int.random(in: 0...5, using: &chance)).map { _ in anything(&chance, depth: depth + 1) }
    }
    switch Int.random(in: depth < 5 ? 0...9 : 4...9, using: &chance) {
    case 0, 1: return .structure(values(&chance))
    case 2: return .array(of: "v", values(&chance))
    case 3: return .variant(anything(&chance, depth: depth + 1))
    case 4: return .uint32([0, 1, 3, 5, .max].randomElement(using: &chance) ?? 0)
    case 5: return .int32([.min, -1, 0, 2, .max].randomElement(using: &chance) ?? 0)
    case 6: return .int64([.min, -1, 3, .max].randomElement(using: &chance) ?? 0)
    case 7: return .double([.nan, .infinity, -1e300, 3].randomElement(using: &chance) ?? 0)
    case 8: return .boolean(.random(using: &chance))
    default:
      return .string(["", "a", "e\u{301}", "👩‍👩‍👧", "\u{301}\u{0}", "かんじ"].randomElement(using: &chance) ?? "")
    }
  }

  @Test func `whatever an input method says, what is composed has its caret and its selection within it`() {
    var chance = SeededGenerator(seed: 15)
    let signals = [
      "CommitText", "UpdatePreeditText", "UpdatePreeditTextWithMode", "HidePreeditText", "CommitString",
      "UpdateFormattedPreedit", "Else",
    ]
    var isWithin = true
    for round in 0..<20_000 {
      let signal = signals[round % signals.count]
      var arguments = (0..<Int.random(in: 0...4, using: &chance)).map { _ in anything(&chance) }
      // Half of them come near to what IBus sends.
      if round % 2 == 0 {
        let numbers = (0..<4).map { _ in [0, 1, 3, 9, .max].randomElement(using: &chance) ?? UInt32(0) }
        arguments = [ibus("e\u{301}かn", [numbers])] + arguments
      }
      for case .composition(let composition) in IBusFcitxSignal.messages(of: signal, arguments) {
        let count = composition.text.count
        isWithin =
          isWithin && (0...count).contains(composition.caret) && composition.selection.lowerBound >= 0
          && composition.selection.upperBound <= count
      }
    }

    #expect(isWithin)
  }
}
