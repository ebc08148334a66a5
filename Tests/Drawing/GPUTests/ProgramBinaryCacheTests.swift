import Foundation
import Geometry
import Testing
import Windowing
import Files

@testable import GPU

@Suite struct ProgramBinaryCacheTests {
  @Test(arguments: Offscreen.both)
  func `a program from its file draws like one from its sources`(kind: DriverDescription.Kind) throws {
    let offscreen = try Offscreen.context(kind)
    guard offscreen.graphics.supportsProgramBinaries else { return }
    let folder = Folder()
    let cache = ProgramBinaryCache(directory: folder.path + "/deep/er")

    let first = try pixels(cache, in: offscreen.graphics)
    let path = try #require(folder.files("/deep/er").first)
    let program = cache.stored(at: path, in: offscreen.graphics)
    let isStored = program != nil
    let second = try pixels(cache, in: offscreen.graphics)

    #expect(isStored)
    #expect(folder.files("/deep/er") == [path])
    #expect(first == [0, 255, 0, 255])
    #expect(second == first)
  }

  /// Returns a cache of one program, its folder and its only file.
  private func filledCache(
    _ graphics: GraphicsContext
  ) throws -> (Folder, ProgramBinaryCache, path: String) {
    let folder = Folder()
    let cache = ProgramBinaryCache(directory: folder.path)
    _ = try pixels(cache, in: graphics)
    return (folder, cache, try #require(folder.files().first))
  }

  @Test func `a spoilt file is ignored and written anew`() throws {
    let offscreen = try Offscreen.context()
    guard offscreen.graphics.supportsProgramBinaries else { return }
    let (folder, cache, path) = try filledCache(offscreen.graphics)
    let good = try FileBytes.read(path, atMost: 1 << 24)

    for position in Array(0..<60) + [good.count / 2, good.count - 1] {
      var spoilt = good
      spoilt[position] ^= 0x10
      #expect(ProgramBinaryCache.decode(spoilt, for: offscreen.graphics.driver) == nil)
    }
    for length in [0, 1, 8, 43, 44, 45, good.count - 1] {
      try AtomicFile.write(Array(good.prefix(length)), to: path)
      let program = cache.stored(at: path, in: offscreen.graphics)
      let isStored = program != nil
      #expect(!isStored)
      #expect(try pixels(cache, in: offscreen.graphics) == [0, 255, 0, 255])
      #expect(try FileBytes.read(path, atMost: 1 << 24) == good)
    }
    #expect(folder.files() == [path])
  }

  @Test func `what another driver wrote is stale`() throws {
    let driver = try Offscreen.context().graphics.driver
    let binary = ProgramBinary(format: 0xfedc_ba98, bytes: [1, 2, 3])
    let bytes = ProgramBinaryCache.encode(binary, for: driver)

    var updated = driver
    updated.version += " "

    #expect(ProgramBinaryCache.decode(bytes, for: driver) == binary)
    #expect(ProgramBinaryCache.decode(bytes, for: updated) == nil)
  }

  @Test func `a binary that the driver refuses is compiled instead`() throws {
    let offscreen = try Offscreen.context()
    guard offscreen.graphics.supportsProgramBinaries else { return }
    let (folder, cache, path) = try filledCache(offscreen.graphics)
    let wrong = ProgramBinary(format: 1, bytes: [1, 2, 3])

    try AtomicFile.write(ProgramBinaryCache.encode(wrong, for: offscreen.graphics.driver), to: path)

    #expect(try pixels(cache, in: offscreen.graphics) == [0, 255, 0, 255])
    #expect(folder.files() == [path])
    try offscreen.graphics.check()
  }

  @Test(arguments: ["/proc/nowhere", "/dev/null/below", "", "relative\0zero"])
  func `where nothing can be written nothing is kept`(directory: String) throws {
    let offscreen = try Offscreen.context()

    #expect(try pixels(ProgramBinaryCache(directory: directory), in: offscreen.graphics) == [0, 255, 0, 255])
    #expect(!FileManager.default.fileExists(atPath: "relative"))
    #expect(try pixels(ProgramBinaryCache(directory: nil), in: offscreen.graphics) == [0, 255, 0, 255])
  }

  @Test func `a faulty shader is reported, not kept`() throws {
    let offscreen = try Offscreen.context()
    let folder = Folder()
    let cache = ProgramBinaryCache(directory: folder.path)

    let error = #expect(throws: ShaderError.self) {
      _ = try cache.program(
        vertex: [Sample.vertex], fragment: [ShaderSource(file: "bad.frag", text: "\nbad")],
        in: offscreen.graphics)
    }

    #expect(error?.file == "bad.frag")
    #expect(folder.files().isEmpty)
  }

  @Test func `the name of a file depends on every source, its stage and its place`() throws {
    let driver = try Offscreen.context().graphics.driver
    let (a, b) = (ShaderSource(file: "a", text: "a"), ShaderSource(file: "b", text: "b"))
    let joined = ShaderSource(file: "c", text: "ab")
    let stages: [([ShaderSource], [ShaderSource])] = [
      ([a], [b]), ([b], [a]), ([a, b], []), ([b, a], []), ([joined], []), ([], [joined]), ([], []), ([a], []),
    ]

    let names = Set(stages.map { ProgramBinaryCache.fileName(vertex: $0, fragment: $1, driver: driver) })

    #expect(names.count == stages.count)
    #expect(names.allSatisfy { $0.count == 40 })
  }

  // Published test vectors of FNV-1a with 128 bits.
  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func `fingerprints are FNV-1a`(text: String, digits: String) {
    var fingerprint = Fingerprint()

    fingerprint.combine(text.utf8)

    #expect(fingerprint.hexadecimal == digits)
  }

  private func pixels(_ cache: ProgramBinaryCache, in graphics: GraphicsContext) throws -> [UInt8] {
    let target = try Framebuffer(size: PixelSize(width: 1, height: 1), in: graphics)
    let program = try cache.program(vertex: [Sample.vertex], fragment: [Sample.fragment], in: graphics)
    program.set(program.uniform("color"), to: SIMD4(0, 1, 0, 1))
    try draw(program, into: target, of: graphics)
    return target.readPixels()
  }
}

/// A folder for one test, removed with its owner.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID())").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func files(_ below: String = "") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path + below)) ?? []
    return names.map { path + below + "/" + $0 }
  }
}
