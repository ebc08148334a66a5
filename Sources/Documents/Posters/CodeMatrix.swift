import CZint
import Files
import Geometry
public import Localization

/// A two-dimensional code as dark and light modules, without its quiet zone: QR code (ISO/IEC 18004), Micro QR code, or
/// Data Matrix (ISO/IEC 16022).
///
/// libzint makes it. It is loaded with the first code.
public struct CodeMatrix: Hashable, Sendable {
  /// The symbology of a code; the identifiers are stored in documents.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A QR code, which every phone reads.
    case qr
    /// A Micro QR code, which is smaller, holds up to 35 digits or 21 letters, and needs a reader that knows it.
    case microQR = "micro-qr"
    /// A Data Matrix of equal sides with the error correction ECC 200.
    case dataMatrix = "data-matrix"

    /// The width of the light border that a reader needs on all sides, in modules.
    public var quietZone: Int {
      switch self {
      case .qr: 4
      case .microQR: 2
      case .dataMatrix: 1
      }
    }

    /// The available levels of error correction; empty for a Data Matrix, whose correction follows from its size.
    public var levels: [Level] {
      switch self {
      case .qr: Level.allCases
      case .microQR: [.low, .medium, .quartile]
      case .dataMatrix: []
      }
    }

    /// The name of the symbology.
    public var name: Message {
      switch self {
      case .qr: Message("QR code")
      case .microQR: Message("Micro QR code")
      case .dataMatrix: Message("Data Matrix")
      }
    }
  }

  /// The error correction of a QR code: the share of damaged code words that a reader can restore.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// About 7 %.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"
  }

  /// The symbology.
  public let kind: Kind
  /// The number of modules on each side.
  public let side: Int
  /// The modules row by row from the upper left; true is dark.
  public let modules: [Bool]

  /// The number of modules on each side with the quiet zone.
  public var fullSide: Int { side + 2 * kind.quietZone }

  /// Creates a code for a text; the level is ignored by a Data Matrix. A QR code gets a higher level than asked for if
  /// that needs no more modules.
  ///
  /// - Parameters:
  ///   - text: The text, not empty.
  ///   - kind: The symbology.
  ///   - level: The share of damaged modules that can be corrected, at least.
  /// - Throws: ``CodeFault`` if the text is empty, cannot be represented or is too long, if the kind lacks the level,
  ///   or if the library of codes is missing or fails.
  public init(_ text: String, kind: Kind, level: Level) throws(CodeFault) {
    guard !text.isEmpty else { throw .empty }
    guard kind.levels.isEmpty || kind.levels.contains(level) else { throw .missingLevel(level, kind) }
    // A Micro QR code cannot state how its bytes are encoded, and has no place for control characters.
    if kind == .microQR, let character = text.first(where: { !$0.isASCII }) {
      throw .unencodable(character, kind)
    }
    guard let side = try Self.encoded(text, kind, level) else {
      let fitting = try Self.fittingCount(of: text, kind: kind, level: level, atMost: .max)
      throw .tooLong(
        count: text.count, fitting: fitting, kind: kind, level: level,
        lower: Self.highestLevel(for: text, kind: kind, below: level, atMost: .max))
    }
    (self.kind, self.side, modules) = (kind, side.count, side.modules)
  }

  /// Returns the number of leading characters of a text that fit into a code of a side with its quiet zone, in modules.
  static func fittingCount(of text: String, kind: Kind, level: Level, atMost fullSide: Int)
    throws(CodeFault) -> Int
  {
    var (low, high) = (0, min(text.count, mostCharacters))
    while low < high {
      let middle = (low + high + 1) / 2
      let modules = try encoded(String(text.prefix(middle)), kind, level)?.count
      if let modules, modules + 2 * kind.quietZone <= fullSide { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the highest level below another one at which a text fits, or nil.
  static func highestLevel(for text: String, kind: Kind, below level: Level, atMost fullSide: Int) -> Level? {
    let lower = kind.levels.prefix { $0 != level }
    return lower.last { level in
      guard let modules = try? encoded(text, kind, level)?.count else { return false }
      return modules + 2 * kind.quietZone <= fullSide
    }
  }

  /// The number of digits in the largest QR code.
  private static let mostCharacters = 7089
}

// The library.
extension CodeMatrix {
  private static func functions() throws(CodeFault) -> ZintFunctions {
    do {
      // Each version of the library has another number.
      return try SharedLibrary("libzint", files: (10...40).reversed().map { "libzint.so.2.\($0)" })
        .functions(regalia_find_zint)
    } catch {
      throw .noLibrary(error.message)
    }
  }

  /// Returns the modules of a text and their number on a side; nil if it is too long.
  private static func encoded(_ text: String, _ kind: Kind, _ level: Level) throws(CodeFault)
    -> (count: Int, modules: [Bool])?
  {
    let library = try functions()
    guard let symbol = library.Create() else { throw .noMemory }
    defer { library.Delete(symbol) }
    guard regalia_zint_fits(symbol) != 0 else { throw .otherLibrary }
    let isASCII = text.utf8.allSatisfy { $0 < 128 }
    switch kind {
    case .qr: symbol.pointee.symbology = BARCODE_QRCODE
    case .microQR: symbol.pointee.symbology = BARCODE_MICROQR
    case .dataMatrix:
      symbol.pointee.symbology = BARCODE_DATAMATRIX
      symbol.pointee.option_3 = DM_SQUARE
    }
    if let place = kind.levels.firstIndex(of: level) { symbol.pointee.option_1 = Int32(place + 1) }
    symbol.pointee.input_mode = UNICODE_MODE
    // The code says that its bytes are UTF-8, so that no reader has to guess.
    if !isASCII { symbol.pointee.eci = 26 }
    let bytes = Array(text.utf8)
    switch library.Encode(symbol, bytes, Int32(bytes.count)) {
    case ..<ZINT_ERROR: break
    case ZINT_ERROR_TOO_LONG: return nil
    case ZINT_ERROR_MEMORY: throw .noMemory
    default: throw .unencodable(nil, kind)
    }
    let count = Int(symbol.pointee.rows)
    guard count == Int(symbol.pointee.width), (8...200).contains(count) else { throw .otherLibrary }
    var modules: [Bool] = []
    modules.reserveCapacity(count * count)
    for row in 0..<count {
      for column in 0..<count {
        modules.append(regalia_zint_is_dark(symbol, Int32(column), Int32(row)) != 0)
      }
    }
    guard hasFinder(modules, count, kind) else { throw .otherLibrary }
    return (count, modules)
  }

  /// Returns whether the pattern by which readers find a code is in its place.
  private static func hasFinder(_ modules: [Bool], _ count: Int, _ kind: Kind) -> Bool {
    switch kind {
    case .dataMatrix:
      return (0..<count).allSatisfy { modules[$0 * count] && modules[(count - 1) * count + $0] }
    case .qr, .microQR:
      return (0..<7).allSatisfy { row in
        (0..<7).allSatisfy { column in
          let ring = max(abs(row - 3), abs(column - 3))
          return modules[row * count + column] == (ring != 2)
        }
      }
    }
  }
}

// The shapes.
extension CodeMatrix {
  /// Returns the outlines of all dark modules, or those of the light ones with the quiet zone, without overlaps.
  ///
  /// `x` and `y` return the places of the lines between modules, from 0 at the outer edge of the quiet zone to
  /// `fullSide`.
  func outline(ofDark isDark: Bool, x: (Int) -> Double, y: (Int) -> Double) -> Path {
    let (count, zone) = (fullSide, kind.quietZone)
    func isSet(_ column: Int, _ row: Int) -> Bool {
      guard (0..<count).contains(column), (0..<count).contains(row) else { return false }
      let (column, row) = (column - zone, row - zone)
      guard (0..<side).contains(column), (0..<side).contains(row) else { return !isDark }
      return modules[row * side + column] == isDark
    }
    // The edges that leave each corner as bits: right, down, left, up. The set modules are on their right.
    var edges = [UInt8](repeating: 0, count: (count + 1) * (count + 1))
    for row in 0..<count {
      for column in 0..<count where isSet(column, row) {
        let corner = row * (count + 1) + column
        if !isSet(column, row - 1) { edges[corner] |= 1 }
        if !isSet(column + 1, row) { edges[corner + 1] |= 2 }
        if !isSet(column, row + 1) { edges[corner + count + 2] |= 4 }
        if !isSet(column - 1, row) { edges[corner + count + 1] |= 8 }
      }
    }
    let steps = [1, count + 1, -1, -count - 1]
    return Path { path in
      func point(_ corner: Int) -> Point { Point(x(corner % (count + 1)), y(corner / (count + 1))) }
      for start in edges.indices {
        // Every outline has an edge to the right.
        if edges[start] & 1 != 0 {
          path.move(to: point(start))
          var (corner, direction) = (start, 0)
          repeat {
            edges[corner] &= ~(1 << UInt8(direction))
            corner += steps[direction]
            // Where two modules touch at a corner, each keeps its own outline.
            let turns = [(direction + 1) % 4, direction, (direction + 3) % 4]
            guard let next = turns.first(where: { edges[corner] & 1 << UInt8($0) != 0 }) else { break }
            if next != direction { path.line(to: point(corner)) }
            direction = next
          } while corner != start
          path.close()
        }
      }
    }
  }
}

/// The reason why a text cannot become a code, and the remedy.
public enum CodeFault: LocalizableError, Hashable {
  /// There is no text.
  case empty
  /// The symbology cannot represent a character; nil is an unknown one.
  case unencodable(Character?, CodeMatrix.Kind)
  /// The symbology has no such level.
  case missingLevel(CodeMatrix.Level, CodeMatrix.Kind)
  /// Only the first characters of the text fit; at the lower level all would.
  case tooLong(
    count: Int, fitting: Int, kind: CodeMatrix.Kind, level: CodeMatrix.Level, lower: CodeMatrix.Level?)
  /// The library cannot be loaded, with its message.
  case noLibrary(Message)
  /// There is not enough memory.
  case noMemory
  /// The library is of another version than the one that this program was built for.
  case otherLibrary

  /// The text for a person.
  public var message: Message {
    switch self {
    case .empty: Message("The code has no contents; type a text, or remove the code")
    case .unencodable(let character?, .microQR):
      Message(
        "A Micro QR code has no “{character}”, only letters, digits and signs of ASCII; choose QR code",
        ["character": String(character)])
    case .unencodable:
      Message("The contents have a character that this kind of code cannot hold; choose QR code")
    case .missingLevel(let level, _):
      Message("A Micro QR code has no level {level}; choose L, M or Q, or QR code", ["level": level.rawValue])
    case .tooLong(let count, let fitting, let kind, _, let lower): Self.tooLong(count, fitting, kind, lower)
    case .noLibrary(let reason):
      Message("Codes need the library Zint: {reason}; install libzint", parts: ["reason": reason])
    case .noMemory: Message("There is not enough memory for the code")
    case .otherLibrary:
      Message("The installed library Zint is another version than Regalia was built for; install both anew")
    }
  }

  private static func tooLong(
    _ count: Int, _ fitting: Int, _ kind: CodeMatrix.Kind, _ lower: CodeMatrix.Level?
  ) -> Message {
    let (length, fitting) = (String(count), String(fitting))
    if let lower {
      return Message(
        "Only {fitting} of the {length} characters fit into the code; shorten them, or choose level {level}",
        ["fitting": fitting, "length": length, "level": lower.rawValue])
    }
    return kind == .qr
      ? Message(
        "Only {fitting} of the {length} characters fit into the code; shorten them",
        ["fitting": fitting, "length": length])
      : Message(
        "Only {fitting} of the {length} characters fit into the code; shorten them, or choose QR code",
        ["fitting": fitting, "length": length])
  }
}
