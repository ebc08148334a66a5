import CGLFW

/// A key of the keyboard, by what it says on it in the layout in use.
///
/// The raw value is GLFW's number for the key.
public enum Key: Int32, Hashable, Sendable, CaseIterable {
  case unknown = -1
  case space = 32
  case apostrophe = 39
  case comma = 44
  case minus = 45
  case period = 46
  case slash = 47
  case digit0 = 48
  case digit1 = 49
  case digit2 = 50
  case digit3 = 51
  case digit4 = 52
  case digit5 = 53
  case digit6 = 54
  case digit7 = 55
  case digit8 = 56
  case digit9 = 57
  case semicolon = 59
  case equal = 61
  case a = 65
  case b = 66
  case c = 67
  case d = 68
  case e = 69
  case f = 70
  case g = 71
  case h = 72
  case i = 73
  case j = 74
  case k = 75
  case l = 76
  case m = 77
  case n = 78
  case o = 79
  case p = 80
  case q = 81
  case r = 82
  case s = 83
  case t = 84
  case u = 85
  case v = 86
  case w = 87
  case x = 88
  case y = 89
  case z = 90
  case leftBracket = 91
  case backslash = 92
  case rightBracket = 93
  case graveAccent = 96
  case world1 = 161
  case world2 = 162
  case escape = 256
  case enter = 257
  case tab = 258
  case backspace = 259
  case insert = 260
  case delete = 261
  case right = 262
  case left = 263
  case down = 264
  case up = 265
  case pageUp = 266
  case pageDown = 267
  case home = 268
  case end = 269
  case capsLock = 280
  case scrollLock = 281
  case numLock = 282
  case printScreen = 283
  case pause = 284
  case f1 = 290
  case f2 = 291
  case f3 = 292
  case f4 = 293
  case f5 = 294
  case f6 = 295
  case f7 = 296
  case f8 = 297
  case f9 = 298
  case f10 = 299
  case f11 = 300
  case f12 = 301
  case keypad0 = 320
  case keypad1 = 321
  case keypad2 = 322
  case keypad3 = 323
  case keypad4 = 324
  case keypad5 = 325
  case keypad6 = 326
  case keypad7 = 327
  case keypad8 = 328
  case keypad9 = 329
  case keypadDecimal = 330
  case keypadDivide = 331
  case keypadMultiply = 332
  case keypadSubtract = 333
  case keypadAdd = 334
  case keypadEnter = 335
  case keypadEqual = 336
  case leftShift = 340
  case leftControl = 341
  case leftAlt = 342
  case leftSuper = 343
  case rightShift = 344
  case rightControl = 345
  case rightAlt = 346
  case rightSuper = 347
  case menu = 348
}

extension Key {
  /// Reads GLFW's key, which names a place on a US keyboard, as what the layout in use has in that place.
  ///
  /// A place whose character is not ASCII (Cyrillic letters, say) keeps its US name, so that shortcuts work there.
  init(glfw code: Int32, scancode: Int32) {
    let place = Key(rawValue: code) ?? .unknown
    guard (GLFW_KEY_SPACE...GLFW_KEY_WORLD_2).contains(code), let name = glfwGetKeyName(code, scancode) else {
      self = place
      return
    }
    self = Key(character: String(cString: name)) ?? place
  }

  /// The key that bears an ASCII character in its lower position.
  init?(character: String) {
    guard let byte = character.utf8.first, character.utf8.count == 1 else { return nil }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    let code = Int32(isLetter ? byte - 32 : byte)
    // Capital letters as characters are no lower position.
    guard isLetter || !(65...90).contains(code), let key = Key(rawValue: code) else { return nil }
    self = key
  }
}
