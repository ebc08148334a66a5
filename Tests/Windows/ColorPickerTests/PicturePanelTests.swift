import Colors
import Controls
import Geometry
import Input
import Testing

@testable import ColorPicker

@Suite struct PicturePanelTests {
  /// A picture of which each pixel has another colour: red by the column, green by the row.
  private static func picture(_ width: Int, _ height: Int) -> Bitmap {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width { bytes += [UInt8(column * 5), UInt8(row * 5), 40, 255] }
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  @Test func `a click takes the pixel under the pointer, and the arrows go by single ones`() throws {
    let driver = try PanelDriver()
    var taken: [String] = []
    let panel = PicturePanel(Self.picture(50, 40), name: "test") { taken.append(Color($0).text(as: .hex)) }
    driver.window.host.showDialog(panel)
    driver.window.layOut(size: Size(440, 560), scale: 1)
    let canvas = try #require(panel.children.first { $0 is PictureCanvas })
    let frame = canvas.frameInWindow
    // The picture is as wide as the canvas, or as high.
    let scale = min(frame.width / 50, frame.height / 40, 8)
    let corner = Point(frame.midX - 25 * scale, frame.midY - 20 * scale)

    driver.click(Point(corner.x + 10.5 * scale, corner.y + 4.5 * scale))
    #expect(taken == ["#321428"])

    driver.window.host.setFocus(canvas, byKeyboard: true)
    driver.key(.right)
    driver.key(.down, times: 2)
    driver.key(.space)
    driver.key(.left, .shift)
    driver.key(.space)
    #expect(taken.dropFirst() == ["#371e28", "#051e28"])
  }

  @Test func `every width of the mean can be had by the wheel, and no other`() throws {
    let driver = try PanelDriver()
    let panel = PicturePanel(Self.picture(50, 40), name: "test") { _ in }
    driver.window.host.showDialog(panel)
    driver.window.layOut(size: Size(440, 560), scale: 1)
    let canvas = try #require(panel.children.compactMap { $0 as? PictureCanvas }.first)
    var widths: [Int] = []
    for notches in [1.0, 1, 1, 1, -1] {
      _ = canvas.wheel(WheelEvent(at: .zero, Vector(0, notches), time: 2))
      widths.append(canvas.width)
    }

    #expect(widths == [3, 5, 11, 11, 5])
  }
}
