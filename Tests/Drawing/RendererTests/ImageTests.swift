import Colors
import Foundation
import GPU
import Geometry
import Scene
import TestSupport
import Testing

@testable import Renderer

@Suite struct ImageTests {
  private func raster(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) -> SharedBitmap {
    let bytes = (0..<height).flatMap { y in (0..<width).flatMap { color($0, y) } }
    return SharedBitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  private func layer(_ image: ImageContents, _ width: Double, _ height: Double) -> Layer {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: width, height: height))
    layer.contents = .image(image)
    return layer
  }

  /// A turn about the horizontal axis, seen in perspective.
  private func turnedAway(by angle: Double) -> Transform3D {
    var perspective = Transform3D.identity
    perspective.m34 = -1 / 1000
    return .rotation(angle, x: 1, y: 0, z: 0).concatenating(perspective)
  }

  @Test(arguments: [ImageContents.Filter.nearest, .linear], [1, 2, 3, 0.5])
  func `a crop shows its part of the raster and nothing of the rest`(
    filter: ImageContents.Filter, scale: Double
  ) throws {
    let picture = raster(40, 30) { x, y in
      (10..<20).contains(x) && (8..<24).contains(y) ? [0, 90, 200, 255] : [255, 0, 0, 255]
    }
    let image = ImageContents(picture, filter: filter, source: Rect(x: 10, y: 8, width: 10, height: 16))
    let (width, height) = (Int(10 * scale), Int(16 * scale))

    let drawn = try Drawing().picture(of: layer(image, 10, 16), width, height, scale: scale)

    // A smaller copy of the raster mixes texels across the rim.
    let rim = filter == .linear && scale < 1 ? 2 : 0
    for y in rim..<height - rim { for x in rim..<width - rim { #expect(drawn[x, y] == [0, 90, 200, 255]) } }
  }

  @Test(arguments: [1, 2, 4, 31, 64, 512, 4096])
  func `no texture has a side that is a power of two, but of what is repeated and of large rasters`(side: Int)
  {
    let bitmap = SharedBitmap(
      size: PixelSize(width: side, height: 1), bytes: [UInt8](repeating: 7, count: 4 * side))
    let size = BitmapStore.textureSize(of: ImageContents(bitmap))

    #expect(size.width.nonzeroBitCount > 1 || side == 4096)
    #expect(size.width >= side && size.width <= side + max(side / 8, 2))
    #expect(size.height == 3)
    #expect(
      BitmapStore.textureSize(of: ImageContents(bitmap, tile: Size(width: 8, height: 8))) == bitmap.size)
  }

  @Test(arguments: [(64, 32), (1, 64), (16, 40), (2, 4)], [1, 3, 0.5, 0.3])
  func `a raster is drawn the same in a texture that is larger`(
    sides: (width: Int, height: Int), scale: Double
  ) throws {
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let (x, y) = (min(x, sides.width - 1), min(y, sides.height - 1))
      return [UInt8(x * 37 % 256), UInt8(y * 4), UInt8(((x ^ y) & 1) * 255), 255]
    }
    // The middle of a larger raster, whose texels go on beyond its edges as they do here.
    let image = ImageContents(raster(sides.width, sides.height, color))
    let (width, height) = (Double(sides.width), Double(sides.height))
    let larger = ImageContents(
      raster(BitmapStore.textureSize(of: image).width, BitmapStore.textureSize(of: image).height, color),
      source: Rect(x: 0, y: 0, width: width, height: height))
    let (columns, rows) = (Int((width * scale).rounded(.up)), Int((height * scale).rounded(.up)))

    let drawn = try Drawing().picture(of: layer(image, width, height), columns, rows, scale: scale)

    #expect(try Drawing().picture(of: layer(larger, width, height), columns, rows, scale: scale) == drawn)
    if scale == 1 { #expect(drawn.bytes == image.bitmap.bytes) }
  }

  @Test func `texels that fall on pixels are shown as they are`() throws {
    let picture = raster(31, 17) { x, y in [UInt8(x * 8), UInt8(y * 15), UInt8((x * y) % 256), 255] }
    let crop = ImageContents(picture, source: Rect(x: 4, y: 3, width: 20, height: 10))

    #expect(try Drawing().picture(of: layer(ImageContents(picture), 31, 17), 31, 17).bytes == picture.bytes)
    let drawn = try Drawing().picture(of: layer(crop, 20, 10), 20, 10)
    for y in 0..<10 {
      for x in 0..<20 {
        #expect(
          drawn[x, y] == [UInt8((x + 4) * 8), UInt8((y + 3) * 15), UInt8((x + 4) * (y + 3) % 256), 255])
      }
    }
  }

  @Test(arguments: [31.0, 50, 140])
  func `what shines through a raster is mixed in each channel for itself`(side: Double) throws {
    let picture = raster(31, 31) { _, _ in [200, 100, 50, 128] }
    let pixels = Int(side)

    let drawn = try Drawing().picture(
      of: layer(ImageContents(picture), side, side), pixels, pixels, background: RGBA(hex: 0x000000))

    let middle = drawn[pixels / 2, pixels / 2]
    #expect(zip(middle, [100, 50, 25, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(middle)")
  }

  @Test(arguments: [0.6, 0.9, 1.2, 1.4])
  func `a raster that is turned away stays sharp across`(angle: Double) throws {
    let picture = raster(80, 160) { x, _ in x < 40 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let turned = layer(ImageContents(picture), 80, 160)
    turned.transform = turnedAway(by: angle)

    let drawn = try Drawing().picture(of: turned, 80, 160)

    for y in 70..<90 {
      let between = (0..<80).filter { (6..<250).contains(drawn[$0, y][0]) }
      #expect(between.count <= 2, "row \(y): \(between)")
    }
  }

  /// The shown pixels are compared with the mean of the area that each covers.
  @Test(arguments: [0.9, 1.2, 1.4])
  func `a raster that is turned away shows the mean of what a pixel covers`(angle: Double) throws {
    let picture = raster(96, 96) { x, y in
      let (dx, dy) = (x - 48, y - 48)
      let square = dx * dx + dy * dy
      let isInk = (900..<1600).contains(square) || square < 900 && (x / 12 + y / 12) % 2 == 0
      return isInk ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    let turned = layer(ImageContents(picture), 96, 96)
    turned.transform = turnedAway(by: angle)

    let drawn = try Drawing().picture(of: turned, 96, 96)
    let levels = try Drawing().picture(of: turned, 1536, 1536, scale: 16).bytes

    var sum = 0.0
    var count = 0
    for y in 2..<94 {
      for x in 2..<94 {
        guard abs(Double(y) - 47.5) < 48 * cos(angle) - 2 else { continue }
        var total = 0
        for row in 0..<16 {
          let start = 4 * (1536 * (16 * y + row) + 16 * x)
          for place in stride(from: start, to: start + 64, by: 4) { total += Int(levels[place]) }
        }
        sum += abs(Double(total) / 256 - Double(drawn[x, y][0]))
        count += 1
      }
    }
    #expect(sum / Double(count) < 3.5, "\(sum / Double(count))")
  }

  /// llvmpipe draws whole tiles of 64 pixels in another way where the target has the pixels of a window.
  @Test(arguments: [Texture.Format.rgba8, .bgra8], [0.3, 0.994])
  func `rasters that fade in are mixed alike all over a window`(
    format: Texture.Format, opacity: Double
  ) throws {
    let colors: [[UInt8]] = [
      [204, 0, 0, 255], [18, 54, 92, 255], [168, 208, 223, 255], [255, 255, 255, 255],
    ]
    let root = Layer(frame: Rect(x: 0, y: 0, width: 640, height: 480))
    for (index, color) in colors.enumerated() {
      let bytes = Array(color, times: 150 * 440)
      let bitmap = SharedBitmap(size: PixelSize(width: 150, height: 440), bytes: bytes)
      let layer = layer(ImageContents(bitmap), 150, 440)
      layer.position = Point(80 + 160 * Double(index), 240)
      layer.opacity = opacity
      root.addSublayer(layer)
    }
    var list = DisplayList()
    list.record(root)
    let drawing = try Drawing()
    let size = PixelSize(width: 640, height: 480)
    let framebuffer = try Framebuffer(size: size, format: format, in: drawing.context)

    for _ in 0..<3 {
      drawing.context.setTarget(framebuffer)
      try drawing.renderer.draw(list, size: size, scale: 1, background: RGBA(hex: 0x9cd2ed))
      let drawn = Picture(width: 640, height: 480, bytes: framebuffer.readPixels())
      for (index, color) in colors.enumerated() {
        let mixed = zip(color, [156, 210, 237, 255]).map { Double($0) * opacity + Double($1) * (1 - opacity) }
        let wrong = stride(from: 24, to: 456, by: 8).reduce(0) { wrong, y in
          wrong
            + stride(from: 160 * index + 10, to: 160 * index + 150, by: 8).count { x in
              zip(drawn[x, y], mixed).contains { abs(Double($0) - $1) > 2 }
            }
        }
        #expect(wrong == 0)
      }
    }
  }

  @Test(arguments: [61.0, 100, 240])
  func `a raster drawn much smaller is its mean, not its chance texels`(side: Double) throws {
    let rows: [[UInt8]] = [[255, 255, 255, 255, 0, 0, 0, 255], [0, 0, 0, 255, 255, 255, 255, 255]].map {
      Array($0, times: 512)
    }
    let size = PixelSize(width: 1024, height: 1024)
    let picture = SharedBitmap(size: size, bytes: Array(rows[0] + rows[1], times: 512))
    let pixels = Int(side)

    let drawn = try Drawing().picture(of: layer(ImageContents(picture), side, side), pixels, pixels)

    let isMean = stride(from: 0, to: drawn.bytes.count, by: 4).allSatisfy {
      abs(Int(drawn.bytes[$0]) - 128) <= 3
    }
    #expect(isMean)
  }

  @Test(arguments: [Point(0.5, 0.5), Point(0.2, 0.9)], [0.5, 1.0])
  func `a radial gradient is what its formula says`(center: Point, radius: Double) throws {
    let stops = [(0xff2010, 0.1), (0x20c0ff, 0.5), (0x000080, 0.9)]
    let root = Layer(frame: Rect(x: 0, y: 0, width: 90, height: 60))
    root.contents = .gradient(
      Gradient(stops: stops.map { .init(RGBA(hex: UInt32($0.0)), at: $0.1) }, center: center, radius: radius))

    let picture = try Drawing().picture(of: root, 90, 60)

    let reach = radius * Vector(90, 60).length / 2
    for y in 0..<60 {
      for x in 0..<90 {
        let place = Vector(Double(x) + 0.5 - center.x * 90, Double(y) + 0.5 - center.y * 60).length / reach
        for channel in 0..<3 {
          func level(_ hex: Int) -> Double { Double(hex >> (16 - 8 * channel) & 255) }
          var wanted = level(stops[0].0)
          for (a, b) in zip(stops, stops.dropFirst()) where place > a.1 {
            wanted = level(a.0) + (level(b.0) - level(a.0)) * min((place - a.1) / (b.1 - a.1), 1)
          }
          #expect(abs(Double(picture[x, y][channel]) - wanted) <= 0.51)
          if place < 0.1 || place > 0.9 { #expect(Double(picture[x, y][channel]) == wanted) }
        }
      }
    }
  }
}
