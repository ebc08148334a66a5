import CLCMS2
import TestSupport
import Testing

@testable import ColorManagement

@Suite struct DisplayTransformTests {
  /// Returns the largest difference from what lcms sends, in levels of eight bits, over colours of all kinds.
  private func error(of mapping: DisplayTransform, _ profile: DisplayProfile) throws -> (
    worst: Double, mean: Double
  ) {
    let transform = try Transform(from: .srgb, regalia_RGB_DBL, to: .display(profile), regalia_RGB_DBL)
    var generator = SeededGenerator(seed: 3)
    var colors = (0...255).map { SIMD3(UInt8($0), UInt8($0), UInt8($0)) }
    for most in [255, 255, 40] as [UInt8] {
      for _ in 0..<4000 {
        func channel() -> UInt8 { UInt8.random(in: 0...most, using: &generator) }
        colors.append(SIMD3(channel(), channel(), channel()))
      }
    }
    let values = colors.flatMap { [Double($0.x) / 255, Double($0.y) / 255, Double($0.z) / 255] }
    let wanted: [Double] = transform.applied(to: values, pixels: colors.count, channels: 3)
    var (worst, sum) = (0.0, 0.0)
    for (index, color) in colors.enumerated() {
      let sent = mapping.sent(color)
      for channel in 0..<3 {
        let off = (Double(sent[channel]) - min(max(wanted[3 * index + channel], 0), 1)).magnitude * 255
        worst = max(worst, off)
        sum += off
      }
    }
    return (worst, sum / Double(3 * colors.count))
  }

  @Test(arguments: [
    (DisplayProfileFile.displayP3, 2.2), (DisplayProfileFile.srgb, 1.8), (DisplayProfileFile.small, 2.2),
    (DisplayProfileFile.small, 2.6),
  ])
  func `primaries and curves send what lcms sends`(primaries: [[Double]], gamma: Double) throws {
    let profile = try DisplayProfile(bytes: DisplayProfileFile.bytes(primaries: primaries, gamma: gamma))

    let error = try error(of: DisplayTransform(profile, asCube: false), profile)

    // Where a steep curve begins the places of its table count.
    #expect(error.worst < 0.1 && error.mean < 0.005, "\(error)")
  }

  @Test(arguments: [(DisplayProfileFile.displayP3, 2.2), (DisplayProfileFile.srgb, 1.8)])
  func `a table sends what lcms sends within a level`(primaries: [[Double]], gamma: Double) throws {
    let profile = try DisplayProfile(bytes: DisplayProfileFile.bytes(primaries: primaries, gamma: gamma))

    let error = try error(of: DisplayTransform(profile, asCube: true), profile)

    #expect(error.worst < 1 && error.mean < 0.05, "\(error)")
  }

  @Test func `a monitor of sRGB is sent what there is`() throws {
    let near = try DisplayProfile(
      bytes: DisplayProfileFile.bytes(primaries: DisplayProfileFile.srgb, gamma: 2.2))
    let wide = try DisplayProfile(
      bytes: DisplayProfileFile.bytes(primaries: DisplayProfileFile.displayP3, gamma: 2.2))

    // A power of 2.2 is not sRGB's curve.
    #expect(try DisplayTransform(near) != nil)
    let mapping = try #require(try DisplayTransform(wide))
    #expect(mapping.sent(SIMD3(0, 0, 0)) == SIMD3(0, 0, 0))
    #expect(mapping.sent(SIMD3(255, 255, 255)).min() > 254.9 / 255)
  }

  @Test func `what is no profile of a monitor is refused in words`() throws {
    let good = DisplayProfileFile.bytes(primaries: DisplayProfileFile.srgb, gamma: 2.2)
    func fault(_ bytes: [UInt8]) -> String? {
      do throws(ProfileError) {
        _ = try DisplayTransform(DisplayProfile(bytes: bytes))
        return nil
      } catch {
        return error.description
      }
    }

    #expect(fault([]) == "not an ICC profile")
    #expect(fault(Array("not a profile at all".utf8)) == "not an ICC profile")
    #expect(fault(try Press.profile().bytes) == "the profile does not describe a monitor")
    #expect(try DisplayProfile(bytes: good).name == "A monitor")
    // Whatever is cut off or changed leads to a sentence or to a mapping, never to a crash.
    for length in stride(from: 128, to: good.count, by: 7) { _ = fault(Array(good.prefix(length))) }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var bytes = good
      for _ in 0..<4 {
        bytes[Int.random(in: 128..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = fault(bytes)
    }
  }
}
