import GPU
import Geometry
import TestSupport
import Testing

@testable import Renderer

@Suite struct SoftenedCoverageTests {
  @Test(arguments: [(3, 3), (4, 9), (17, 5), (40, 31)])
  func `beside each level is the mean of the nine round it`(width: Int, height: Int) {
    var random = SeededGenerator(seed: 3)
    var levels = [UInt8](repeating: 0, count: width * height)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 { levels[y * width + x] = UInt8(truncatingIfNeeded: random.next()) }
    }

    let bytes = SoftenedCoverage(levels, PixelSize(width: width, height: height)).bytes

    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        var sum = 0
        for row in y - 1...y + 1 { for column in x - 1...x + 1 { sum += Int(levels[row * width + column]) } }
        let place = 2 * (y * width + x)
        #expect(bytes[place] == levels[y * width + x])
        #expect(Int(bytes[place + 1]) == Int((Double(sum) / 9).rounded()))
      }
    }
    #expect(bytes.count == 2 * levels.count)
  }

  @Test(arguments: [(0, 0), (0, 4), (1, 1), (2, 5), (7, 2)])
  func `what has no inside is empty`(width: Int, height: Int) {
    let levels = [UInt8](repeating: 0, count: width * height)
    let bytes = SoftenedCoverage(levels, PixelSize(width: width, height: height)).bytes
    #expect(bytes == [UInt8](repeating: 0, count: 2 * levels.count))
  }

  @Test func `the more texels a pixel has the more of the means it takes`() {
    let shares = stride(from: 0.0, through: 20, by: 0.05).map { SoftenedCoverage.share(texelsPerPixel: $0) }
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(shares[0] == 0 && SoftenedCoverage.share(texelsPerPixel: .infinity) < 1.5)
  }
}
