import Colors
import Foundation
import Geometry
import Images
import Testing

@Suite struct BlurTests {
  /// A picture whose left half is black and whose right half is white.
  private func edge(_ width: Int, _ height: Int = 3) -> Bitmap {
    let row = (0..<width).flatMap { $0 < width / 2 ? [0, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
    return Bitmap(
      size: PixelSize(width: width, height: height), bytes: Array((0..<height).map { _ in row }.joined()))
  }

  @Test(arguments: [0.8, 2, 5, 9.3])
  func `an edge becomes the integral of the Gaussian, in both directions`(deviation: Double) {
    let blurred = edge(100).blurred(by: deviation)
    let turned = Bitmap(
      size: PixelSize(width: 3, height: 100),
      bytes: (0..<100).flatMap { y in
        (0..<3).flatMap { _ in y < 50 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
      }
    ).blurred(by: deviation)

    // Half a step of eight bits for the rounding, and what the pixels' own width and the cut tails make.
    let tolerance = 0.5 + 255 * 0.05 / (deviation * deviation)
    for x in 0..<100 {
      let wanted = 127.5 * (1 + erf((Double(x) + 0.5 - 50) / deviation / 2.0.squareRoot()))
      #expect(abs(Double(blurred.bytes[4 * (100 + x)]) - wanted) <= tolerance, "\(x)")
      #expect(turned.bytes[4 * (3 * x + 1)] == blurred.bytes[4 * (100 + x)])
    }
  }

  @Test func `what is transparent lends no colour`() {
    let bytes = (0..<20).flatMap { $0 < 10 ? [200, 10, 90, 255] : [0, 0, 0, 0] as [UInt8] }
    let blurred = Bitmap(size: PixelSize(width: 20, height: 1), bytes: bytes).blurred(by: 2)

    for x in 0..<13 { #expect(Array(blurred.bytes[4 * x..<4 * x + 3]) == [200, 10, 90], "\(x)") }
    #expect(blurred.bytes[4 * 10 + 3] > 60 && blurred.bytes[4 * 10 + 3] < 128)
  }

  @Test func `a plain picture stays as it is, and so does one that is not blurred`() {
    let plain = Bitmap(
      size: PixelSize(width: 9, height: 5), bytes: (0..<45).flatMap { _ in [17, 130, 255, 255] as [UInt8] })
    #expect(plain.blurred(by: 3) == plain)
    #expect(edge(8).blurred(by: 0) == edge(8))
  }

  @Test func `sampling its own pixels changes nothing, and ramps stay straight`() {
    let ramp = Bitmap(
      size: PixelSize(width: 11, height: 2),
      bytes: (0..<22).flatMap { index -> [UInt8] in [UInt8(index % 11 * 20), 0, 0, 255] })
    let all = Rect(x: 0, y: 0, width: 11, height: 2)
    #expect(ramp.sampled(all, size: ramp.size) == ramp)

    let larger = ramp.sampled(all, size: PixelSize(width: 44, height: 2))
    for x in 2..<42 {
      let wanted = (Double(x) + 0.5) / 44 * 11 * 20 - 10
      #expect(abs(Double(larger.bytes[4 * x]) - wanted) <= 0.5 + 1e-9)
    }
  }
}
