internal import Input

/// Reads the signals of IBus and Fcitx.
enum IBusFcitxSignal {
  /// Returns what a signal says; nothing for one that does not matter here.
  static func messages(of signal: String, _ arguments: [BusValue]) -> [InputMethod.Message] {
    switch signal {
    // IBus
    case "CommitText":
      let text = arguments.first.map(ibusText)?.text ?? ""
      return [.composition(.none)] + (text.isEmpty ? [] : [.text(text)])
    case "UpdatePreeditText", "UpdatePreeditTextWithMode":
      guard arguments.count >= 3 else { return [] }
      guard arguments[2].isTrue else { return [.composition(.none)] }
      let (text, selection) = ibusText(arguments[0])
      return [.composition(composition(text, caret: arguments[1].integer ?? 0, selection: selection))]
    case "HidePreeditText": return [.composition(.none)]
    // Fcitx
    case "CommitString":
      let text = arguments.first?.text ?? ""
      return [.composition(.none)] + (text.isEmpty ? [] : [.text(text)])
    case "UpdateFormattedPreedit":
      guard arguments.count >= 2 else { return [] }
      return [.composition(fcitxComposition(arguments[0].elements, caretByte: arguments[1].integer ?? -1))]
    default: return []
    }
  }

  /// Returns the text in a serialised `IBusText` and the part that is being converted, in scalars: the one with a ground
  /// of its own.
  private static func ibusText(_ value: BusValue) -> (text: String, selection: Range<Int>) {
    let parts = value.unwrapped.elements
    guard parts.count >= 3, let text = parts[2].text else { return ("", 0..<0) }
    let list = parts.dropFirst(3).first?.unwrapped.elements ?? []
    let attributes = list.dropFirst(2).first?.elements ?? []
    for attribute in attributes {
      let numbers = attribute.unwrapped.elements.dropFirst(2).compactMap(\.integer)
      // Its type, value, start and end; 3 is a ground.
      guard numbers.count == 4, numbers[0] == 3, numbers[2] < numbers[3] else { continue }
      return (text, numbers[2]..<numbers[3])
    }
    return (text, 0..<0)
  }

  /// Returns pieces of text with their formats, where bit 4 marks what is being converted; the caret is counted in
  /// UTF-8.
  private static func fcitxComposition(_ pieces: [BusValue], caretByte: Int) -> Composition {
    var (text, selection) = ("", 0..<0)
    for piece in pieces {
      guard piece.elements.count == 2, let part = piece.elements[0].text else { continue }
      let start = text.unicodeScalars.count
      text += part
      if let format = piece.elements[1].integer, format & 1 << 4 != 0 {
        selection = (selection.isEmpty ? start : selection.lowerBound)..<text.unicodeScalars.count
      }
    }
    let before = caretByte < 0 ? text : String(decoding: text.utf8.prefix(caretByte), as: UTF8.self)
    return composition(text, caret: before.unicodeScalars.count, selection: selection)
  }

  /// Returns a composition whose places are counted in scalars, as one counted in characters.
  private static func composition(_ text: String, caret: Int, selection: Range<Int>) -> Composition {
    func characters(_ scalars: Int) -> Int { String(text.unicodeScalars.prefix(max(scalars, 0))).count }
    return Composition(
      text, caret: characters(caret),
      selection: characters(selection.lowerBound)..<characters(selection.upperBound))
  }
}
