import GPU
import Geometry

/// The plane of one hue as pixels that the processor works out, in a texture: what the programs save.
final class ComputedPlane {
  let size: PixelSize
  let texture: Texture
  private var pixels: [UInt8]
  private var saturations: [Float]

  init(size: PixelSize, in context: GraphicsContext) throws {
    self.size = size
    texture = try Texture(size: size, filter: .nearest, in: context)
    pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
    saturations = (0..<size.width).map { Float($0) / Float(max(1, size.width - 1)) }
  }

  var byteCount: Int { pixels.count }

  /// Works out all pixels, the bottom row first as targets have it, and uploads them.
  func compute(_ sector: Sector) throws {
    let fall = sector.programFall
    let place = Sector.channels[sector.index]
    let (width, height) = (size.width, size.height)
    let rise = 255 / Float(max(1, height - 1))
    saturations.withUnsafeBufferPointer { saturations in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for row in 0..<height {
          let most = Float(row) * rise
          let level = UInt8(most + 0.5)
          var offset = row * width * 4
          for column in 0..<width {
            let chroma = saturations[column] * most
            pixels[offset + place.most] = level
            pixels[offset + place.least] = UInt8(most - chroma + 0.5)
            pixels[offset + place.between] = UInt8(most - chroma * fall + 0.5)
            offset += 4
          }
        }
      }
    }
    try texture.upload(pixels)
  }
}

extension Sector {
  /// Which of red, green and blue is the most, the one between, and the least in each sector.
  static let channels: [(most: Int, between: Int, least: Int)] = [
    (0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0), (2, 0, 1), (0, 2, 1),
  ]
}
