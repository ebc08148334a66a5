import Files

/// Linked programs kept in files, so that the driver need not compile them at every start.
///
/// A file is named after the sources, so there are never more files than programs. Stale files (of another driver),
/// truncated and corrupt ones are ignored and replaced. Nothing is kept where nothing can be written.
public struct ProgramBinaryCache: Hashable, Sendable {
  /// Where the files are, made when the first one is written; nil keeps nothing.
  public let directory: String?

  /// Creates a cache in a folder; nothing is read or written by that.
  public init(directory: String?) {
    self.directory = directory
  }

  /// Returns the program of these sources, from its file if that is valid, and keeps it in a file otherwise.
  ///
  /// - Parameters:
  ///   - vertex: The parts of the vertex shader.
  ///   - fragment: The parts of the fragment shader.
  ///   - context: The current context.
  /// - Throws: ``ShaderError`` with the file and the line of each message of the driver. A file that cannot be read
  ///   or written is no error.
  public func program(
    vertex: [ShaderSource], fragment: [ShaderSource], in context: GraphicsContext
  ) throws(ShaderError) -> Program {
    guard context.supportsProgramBinaries, let directory else {
      return try Program(vertex: vertex, fragment: fragment, in: context)
    }
    let path = directory + "/" + Self.fileName(vertex: vertex, fragment: fragment, driver: context.driver)
    if let program = stored(at: path, in: context) { return program }
    let program = try Program(vertex: vertex, fragment: fragment, in: context)
    if let binary = program.binary() {
      keep(Self.encode(binary, for: context.driver), at: path, in: directory)
    }
    return program
  }

  /// Writes a file; a failure is ignored.
  private func keep(_ bytes: [UInt8], at path: String, in directory: String) {
    guard Folder.make(directory) else { return }
    try? AtomicFile.write(bytes, to: path)
  }

  func stored(at path: String, in context: GraphicsContext) -> Program? {
    guard let bytes = try? FileBytes.read(path, atMost: 16 << 20),
      let binary = Self.decode(bytes, for: context.driver)
    else {
      return nil
    }
    return Program(binary: binary, in: context)
  }

  /// The sources decide the name, the file names in them do not.
  static func fileName(
    vertex: [ShaderSource], fragment: [ShaderSource], driver: DriverDescription
  ) -> String {
    var fingerprint = Fingerprint()
    for stage in [vertex, fragment] {
      fingerprint.combine(driver.shaderHeader)
      for source in stage { fingerprint.combine(source.text) }
    }
    return fingerprint.hexadecimal + ".program"
  }

  // A file: eight bytes of magic, the driver's fingerprint (16), the format (4), the program's own
  // fingerprint (16), the program.
  private static let magic = [UInt8]("RGLAPRG1".utf8)
  private static let prefixLength = 44

  static func encode(_ binary: ProgramBinary, for driver: DriverDescription) -> [UInt8] {
    let format = (0..<4).map { UInt8(truncatingIfNeeded: binary.format >> (8 * $0)) }
    return magic + fingerprint(of: driver) + format + fingerprint(of: binary) + binary.bytes
  }

  static func decode(_ bytes: [UInt8], for driver: DriverDescription) -> ProgramBinary? {
    guard bytes.count > prefixLength, bytes.starts(with: magic) else { return nil }
    guard bytes[8..<24].elementsEqual(fingerprint(of: driver)) else { return nil }
    let format = bytes[24..<28].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let binary = ProgramBinary(format: format, bytes: Array(bytes[prefixLength...]))
    return bytes[28..<44].elementsEqual(fingerprint(of: binary)) ? binary : nil
  }

  private static func fingerprint(of driver: DriverDescription) -> [UInt8] {
    var fingerprint = Fingerprint()
    for text in [driver.vendor, driver.renderer, driver.version, driver.shadingLanguage] {
      fingerprint.combine(text)
    }
    return fingerprint.bytes
  }

  private static func fingerprint(of binary: ProgramBinary) -> [UInt8] {
    var fingerprint = Fingerprint()
    fingerprint.combine((0..<4).map { UInt8(truncatingIfNeeded: binary.format >> (8 * $0)) })
    binary.bytes.withUnsafeBufferPointer { fingerprint.combine($0) }
    return fingerprint.bytes
  }
}

/// A number that stands for a run of bytes: FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923).
struct Fingerprint {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
    for byte in bytes { value = (value ^ UInt128(byte)) &* prime }
  }

  /// Adds a text and its end, so that "a" and "bc" differ from "ab" and "c".
  mutating func combine(_ text: String) {
    combine(text.utf8)
    combine(CollectionOfOne(0xff))
  }

  /// The number as 32 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// A linked program in a driver's own format.
public struct ProgramBinary: Hashable, Sendable {
  /// The driver's number for its format.
  public var format: UInt32
  /// The program, which only this driver in this version understands.
  public var bytes: [UInt8]

  /// Creates a binary.
  ///
  /// - Parameters:
  ///   - format: The driver's number of the format.
  ///   - bytes: The program in that format.
  public init(format: UInt32, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
