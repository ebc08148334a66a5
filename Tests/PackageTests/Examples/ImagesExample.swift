import Colors
import Images

/// Reads a picture, blurs it, and returns it as a PNG.
func blurred(pictureAt path: String, by deviation: Double) throws(ImageError) -> [UInt8] {
  let picture = try Bitmap(contentsOf: path)

  return try PNG.encoded(picture.blurred(by: deviation))
}
