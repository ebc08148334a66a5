import Application
import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// The decoding process with malicious pictures, and the decoder with malicious processes.
///
/// Tests run serially, since they inspect the helper processes of all tests.
@Suite(.waiting, .serialized, .enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct PictureHelperTests {
  private let decoder = HelperDecoder(program: BuiltProgram.path ?? "")

  private func decode(
    _ file: [UInt8], by decoder: HelperDecoder, side: Int? = nil, unless isStopped: () -> Bool = { false }
  ) throws -> Bitmap {
    try decoder.bitmap(
      of: PictureFile(file), fitting: side.map { PixelSize(width: $0, height: $0) }, unless: isStopped)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  private static func noise(_ width: Int, _ height: Int) -> Bitmap {
    var generator = SeededGenerator(seed: 9)
    let bytes = (0..<4 * width * height).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  // MARK: Valid answers

  @Test func `the process decodes what this one decodes, however large and however small`() throws {
    for (width, height) in [(1, 1), (300, 7), (5, 900), (700, 500)] {
      let file = try PNG.encoded(Self.noise(width, height))
      for side in [nil, 1, 64, 333] as [Int?] {
        let fitting = side.map { PixelSize(width: $0, height: $0) }
        #expect(try decode(file, by: decoder, side: side) == Bitmap(encoded: file, fitting: fitting))
      }
    }
  }

  @Test func `a photo of 108 megapixels is scaled down while it is decoded`() throws {
    let file = PictureBombs.baseline(12_000, 9_000, components: 3, fill: 1)

    let whole = try decode(file, by: decoder)
    let small = try decode(file, by: decoder, side: 4096)

    #expect(whole.size.count ?? 0 > 63_000_000 && whole.size.count ?? .max <= PictureFile.mostKeptPixels)
    #expect(small.size == PixelSize(width: 4096, height: 3072))
    #expect(Array(small.bytes.suffix(4)) == [128, 128, 128, 255])
    for process in Self.helpers { #expect(Self.megabytes("VmHWM", of: process) ?? 0 <= 256) }
  }

  @Test func `colours are taken of a photo of 108 megapixels`() throws {
    let home = try Home()
    let path = home.path("photo.jpg")
    try Data(PictureBombs.baseline(12_000, 9_000, components: 3, fill: 1)).write(to: URL(filePath: path))

    let result = try BuiltProgram.run(["palette", "extract", path, "--to", "hex"], in: home)

    #expect(result.status == 0 && result.output == "#808080\n", "\(result.output)\(result.complaints)")
  }

  @Test func `one process is kept for a row of pictures, and a broken picture does not cost it`() throws {
    let file = try PNG.encoded(Self.noise(20, 20))
    _ = try decode(file, by: decoder)
    let first = Self.helpers
    for _ in 0..<10 {
      _ = try decode(file, by: decoder)
      #expect(throws: ImageError.self) { try decode(Array(file.dropLast(30)), by: decoder) }
    }

    #expect(!first.isEmpty)
    #expect(Self.helpers == first)
  }

  @Test func `a process that is killed between two pictures is replaced`() throws {
    let file = try PNG.encoded(Self.noise(20, 20))
    for _ in 0..<3 {
      #expect(try decode(file, by: decoder) == Bitmap(encoded: file))
      let processes = Self.helpers
      for process in processes { kill(process, SIGKILL) }
      while !processes.allSatisfy(Self.isOver) { usleep(1000) }
    }
    #expect(try decode(file, by: decoder) == Bitmap(encoded: file))
  }

  @Test func `the process can neither open files nor connect, and takes no more memory than it may`() throws {
    _ = try decode(PNG.encoded(Self.noise(20, 20)), by: decoder)
    let process = try #require(Self.helpers.first)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    func field(_ name: String) -> String? {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
        .split(whereSeparator: \.isWhitespace).last.map(String.init)
    }

    // 2 is a system call filter.
    #expect(field("Seccomp") == "2")
    #expect(field("NoNewPrivs") == "1")
    #expect(limits.contains(#/Max open files +0 +0/#))
    #expect(limits.contains(#/Max file size +0 +0/#))
    #expect(!limits.contains(#/Max address space +unlimited/#))
  }

  // MARK: Malicious pictures

  /// A picture that costs more than it seems to.
  private static func bomb(_ name: String) throws -> [UInt8] {
    var file: [UInt8] = []
    switch name {
    case "a WebP of many frames on a large canvas":
      // Lossless frames of two pixels, on a canvas of 16,000 × 16,000.
      let data: [UInt8] = [0x2F, 1, 0x40, 0, 0, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0]
      var frame = Array("ANMF".utf8) + little(16 + 8 + data.count, 4)
      frame += [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
      frame += Array("VP8L".utf8) + little(data.count, 4)
      frame += data
      var body = Array("WEBPVP8X".utf8) + little(10, 4)
      body += [0x12, 0, 0, 0]
      body += little(15_999, 3) + little(15_999, 3)
      body += Array("ANIM".utf8) + little(6, 4) + [0, 0, 0, 0, 0, 0]
      for _ in 0..<20_000 { body += frame }
      return Array("RIFF".utf8) + little(body.count, 4) + body
    case "a JPEG whose scans repeat": return PictureBombs.progressive(4000, scans: 4000)
    case "a GIF of many frames":
      file = Array("GIF89a".utf8) + little(8000, 2) + little(8000, 2)
      file += [0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      for _ in 0..<200_000 { file += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0] }
      return file + [0x3B]
    case "a TIFF of a few bytes":
      let entries = [
        (256, 4, 15_000), (257, 4, 15_000), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
        (278, 4, 15_000), (279, 4, 9),
      ]
      file = Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2)
      for (tag, kind, value) in entries {
        file += little(tag, 2) + little(kind, 2)
        file += little(1, 4) + little(value, 4)
      }
      return file + little(0, 4)
    case "a bitmap of a few bytes":
      file = Array("BM".utf8)
      for value in [54, 0, 54, 40, 15_000, 15_000] { file += little(value, 4) }
      return file + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    default:
      // A truncated interlaced PNG of 15,000 × 15,000 pixels.
      file = try PNG.encoded(noise(1, 1))
      file[28] = 1
      for offset in [16, 20] { file.replaceSubrange(offset..<offset + 4, with: big(15_000, 4)) }
      var check: UInt32 = ~0
      for byte in file[12..<29] {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
      }
      file.replaceSubrange(29..<33, with: big(Int(~check), 4))
      return file
    }
  }

  @Test(arguments: [
    "a WebP of many frames on a large canvas", "a JPEG whose scans repeat", "a GIF of many frames",
    "a TIFF of a few bytes", "a bitmap of a few bytes", "an interlaced PNG",
  ])
  func `what costs more than it seems to takes no more than it may, and the next picture is decoded`(
    name: String
  ) throws {
    let bomb = try Self.bomb(name)
    for side in [nil, 256] as [Int?] {
      let before = Self.residentMegabytes
      do {
        let bitmap = try decode(bomb, by: decoder, side: side)
        #expect(bitmap.size.count ?? .max <= PictureFile.mostKeptPixels)
        #expect(side == nil || bitmap.size == PixelSize(width: 256, height: 256))
      } catch let error as ImageError {
        #expect(error.description.count < 300)
      }
      for process in Self.helpers { #expect(Self.megabytes("VmHWM", of: process) ?? 0 <= 256, "\(name)") }
      if side != nil { #expect(Self.residentMegabytes - before < 100) }
    }
    let file = try PNG.encoded(Self.noise(9, 9))
    #expect(try decode(file, by: decoder) == Bitmap(encoded: file))
  }

  /// Expects that a file is decoded or rejected with a message, within the limits of the process.
  private func expectLimits(_ file: [UInt8], _ name: String) throws {
    for side in [nil, 256] as [Int?] {
      let before = Self.helpers.map { ($0, Self.processorSeconds(of: $0)) }
      do {
        let bitmap = try decode(file, by: decoder, side: side)
        #expect(bitmap.size.count ?? .max <= PictureFile.mostKeptPixels)
      } catch let error as ImageError {
        #expect(error.description.count < 300)
      }
      // A killed process took no more than its limit.
      for (process, used) in before where Self.helpers.contains(process) {
        #expect(Self.processorSeconds(of: process) - used <= 9, "\(name)")
      }
      for process in Self.helpers { #expect(Self.megabytes("VmHWM", of: process) ?? 0 <= 256, "\(name)") }
    }
  }

  @Test func `small files that ask for much, of every kind, stay within the limits`() throws {
    for number in Sweep.sample(0..<PictureBombs.count, 24) {
      let (name, file) = PictureBombs.file(number)
      try expectLimits(file, "\(number): \(name)")
    }
  }

  @Test(.enabled(if: Reference.file("hostile") != nil, "the reference folder is absent"))
  func `pictures that attackers have made stay within the limits`() throws {
    let folder = try #require(Reference.file("hostile"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var count = 0
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
      guard PictureKind(firstBytes: bytes) != nil else { continue }
      count += 1
      try expectLimits(bytes, name)
    }
    #expect(count > 0)
  }

  // MARK: Malicious processes

  /// The bytes of a header, as printf arguments.
  private static func head(_ numbers: Int...) -> String {
    numbers.flatMap { little($0, 4) }.map { String(format: "\\%03o", $0) }.joined()
  }

  /// A decoder whose process reads the request and then runs a shell script; 0 is its socket.
  private func impostor(_ script: String, seconds: Int = 20) -> HelperDecoder {
    HelperDecoder(
      program: "/bin/sh", arguments: ["-c", "head -c 104 >/dev/null; { \(script); } >&0"], seconds: seconds)
  }

  @Test(arguments: [
    ("a kind of answer that there is not", "printf '\(head(77, 1, 1, 1))'"),
    ("nothing at all", "exit 0"),
    ("half a head", "printf 'abc'"),
    ("a size larger than was asked for", "printf '\(head(1, 9, 8, 0))'"),
    ("a size of nothing", "printf '\(head(1, 0, 8, 0))'"),
    ("a row before the size", "printf '\(head(2, 0, 0, 0))'"),
    ("two sizes", "printf '\(head(1, 1, 1, 0))\(head(1, 1, 1, 0))'"),
    (
      "more rows than the size says",
      "printf '\(head(1, 1, 1, 0))\(head(2, 0, 0, 0))abcd\(head(2, 0, 0, 0))abcd'"
    ),
    ("an end before the rows", "printf '\(head(1, 1, 1, 0))\(head(3, 0, 0, 0))'"),
    ("words without an end", "printf '\(head(4, 100_000, 0, 0))'; yes"),
    (
      "something behind the end", "printf '\(head(1, 1, 1, 0))\(head(2, 0, 0, 0))abcd\(head(3, 0, 0, 0))more'"
    ),
    ("a death in the middle", "printf '\(head(1, 8, 8, 0))\(head(2, 0, 0, 0))'; kill -9 $$"),
  ])
  func `an answer that makes no sense is none`(name: String, script: String) throws {
    let file = try PNG.encoded(Self.noise(8, 8))

    #expect { try decode(file, by: impostor(script)) } throws: { error in
      if case .undecodable = (error as? ImageError)?.reason { true } else { false }
    }
  }

  @Test func `what is said to be wrong is one line without marks that end one`() throws {
    let file = try PNG.encoded(Self.noise(8, 8))

    #expect(throws: ImageError(path: "picture", reason: .damaged(.init("ab")))) {
      try decode(file, by: impostor("printf '\(Self.head(4, 3, 0, 0))a\\nb'; sleep 60"))
    }
  }

  @Test func `whoever does not answer is given up`() throws {
    let file = try PNG.encoded(Self.noise(8, 8))

    #expect(throws: ImageError(path: "picture", reason: .tooSlow(seconds: 1))) {
      try decode(file, by: impostor("sleep 60", seconds: 1))
    }
    #expect(throws: ImageError(path: "picture", reason: .tooSlow(seconds: 1))) {
      try decode(
        file, by: impostor("while :; do printf '\(Self.head(1, 8, 8, 0))'; sleep 60; done", seconds: 1))
    }
  }

  @Test func `a process that computes for too long is killed`() throws {
    let file = try PNG.encoded(Self.noise(8, 8))

    #expect(throws: ImageError(path: "picture", reason: .tooSlow(seconds: 1))) {
      try decode(file, by: impostor("while :; do :; done; sleep 62", seconds: 1))
    }
    #expect(!Self.children.contains { Self.command(of: $0).contains("sleep 62") })
  }

  @Test func `whoever is not waited for any more is killed`() throws {
    let file = try PNG.encoded(Self.noise(8, 8))
    var questions = 0

    #expect(throws: ImageError(path: "picture", reason: .stopped)) {
      try decode(file, by: impostor("sleep 61", seconds: 60)) {
        questions += 1
        return questions > 3
      }
    }
    #expect(!Self.children.contains { Self.command(of: $0).contains("sleep 61") })
  }

  @Test func `a program that cannot be started is told of`() throws {
    let file = try PNG.encoded(Self.noise(8, 8))

    #expect { try decode(file, by: HelperDecoder(program: "/no/such/program")) } throws: { error in
      "\(error)".contains("cannot be started")
    }
  }

  // MARK: Processes

  private static var children: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { state(of: $0)?.parent == getpid() }
  }

  private static func state(of process: pid_t) -> (letter: Substring, parent: pid_t?)? {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The state and the parent follow the name, which may contain any characters.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 1 ? (fields[0], pid_t(fields[1])) : nil
  }

  /// Whether a process has ended and closed its files, even if nobody has waited for it.
  private static func isOver(_ process: pid_t) -> Bool { state(of: process)?.letter ?? "Z" == "Z" }

  private static func command(of process: pid_t) -> String {
    ((try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? "")
      .replacing("\0", with: " ")
  }

  private static var helpers: [pid_t] {
    children.filter { command(of: $0).contains(PictureService.argument) }.sorted()
  }

  private static func processorSeconds(of process: pid_t) -> Double {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    // Ticks in user and kernel mode, a hundred per second.
    return fields.count > 12 ? ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / 100 : 0
  }

  private static func megabytes(_ name: String, of process: pid_t) -> Int? {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    return status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
      .split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 }
  }

  private static var residentMegabytes: Int { megabytes("VmRSS", of: getpid()) ?? 0 }
}
