import ColorManagement
import Colors
import Foundation
import Geometry
import TestSupport
import Testing

/// The press of the fixtures is one that there is not; `press.c` beside it says what its inks do.
enum Press {
  static func bytes() throws -> [UInt8] { [UInt8](try Fixture.data("press.icc")) }
  static func profile() throws -> PrintProfile { try PrintProfile(bytes: bytes()) }
}

@Suite struct PrintProfileTests {
  @Test func `a profile says what it is called, and is kept byte for byte`() throws {
    let profile = try Press.profile()

    #expect(profile.name == "Regalia test press")
    #expect(profile.registeredCondition == nil)
    let bytes = try Press.bytes()
    #expect(profile.bytes == bytes)
  }

  /// Returns what is said of bytes that are no profile of a press.
  private func refusal(of bytes: [UInt8]) -> String {
    do {
      _ = try PrintProfile(bytes: bytes)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  @Test func `what is no profile of a press is refused, and it is said what it is`() throws {
    let whole = try Press.bytes()
    var screen = whole
    screen.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    var link = whole
    link.replaceSubrange(12..<16, with: Array("link".utf8))

    #expect(refusal(of: []) == "not an ICC profile")
    #expect(refusal(of: Array("{\"schema\": \"regalia-poster\"}".utf8)) == "not an ICC profile")
    #expect(refusal(of: Array(repeating: 0, count: 4000)) == "not an ICC profile")
    #expect(refusal(of: screen) == "the profile is for RGB, not for a printing press; choose a CMYK profile")
    #expect(refusal(of: link).contains("does not describe a printing press"))
  }

  @Test func `a profile that ends too early is damaged, wherever it ends`() throws {
    let whole = try Press.bytes()

    for length in stride(from: 128, to: whole.count, by: 997) {
      #expect(refusal(of: Array(whole[..<length])) != "taken", "\(length)")
    }
  }

  @Test func `noise in the tables is refused or taken, and never ends the program`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in Sweep.sample(0..<200, 50) {
      var bytes = try Press.bytes()
      for _ in 0..<8 {
        bytes[Int.random(in: 100..<600, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = refusal(of: bytes)
    }
  }

  @Test(
    arguments: [
      ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"), ("ISO Coated v2 (ECI)", "FOGRA39"),
      ("PSO Coated v3", "FOGRA51"), ("U.S. Web Coated (SWOP) v2", "CGATS TR 001"), ("Office", nil),
    ] as [(String, String?)])
  func `the registered condition is known by the profile's name`(name: String, condition: String?) throws {
    #expect(try PrintProfile(bytes: named(name)).registeredCondition == condition)
  }
}

/// Returns the profile of the press under another name of the same or a smaller length.
func named(_ name: String) throws -> [UInt8] {
  // The description of ICC.1:2001, 6.5.17: a tag of its own at the end, of which the directory tells.
  let old = try Press.bytes()
  func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  let text = Array(name.utf8) + [0]
  let tag =
    Array("desc".utf8) + number(0) + number(text.count) + text
    + Array(repeating: 0, count: 8 + 3 + 67 + (4 - (text.count + 78 + 12) % 4) % 4)
  var bytes = old + Array(repeating: 0, count: (4 - old.count % 4) % 4)
  let start = bytes.count
  bytes += tag
  let count = Int(bytes[131])
  for index in 0..<count {
    let entry = 132 + 12 * index
    guard bytes[entry..<entry + 4].elementsEqual("desc".utf8) else { continue }
    bytes.replaceSubrange(entry + 4..<entry + 12, with: number(start) + number(tag.count))
  }
  bytes.replaceSubrange(0..<4, with: number(bytes.count))
  return bytes
}
