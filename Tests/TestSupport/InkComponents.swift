/// Counts the pieces of ink in a picture: pixels that share an edge or a corner belong to one piece.
/// A pixel has four bytes and is ink if the first is below 128.
///
/// It knows nothing of letters and outlines, so that it can say whether drawn letters touch.
public func inkComponents(of pixels: [UInt8], width: Int) -> Int {
  let height = pixels.count / 4 / width
  var isLeft = (0..<width * height).map { pixels[4 * $0] < 128 }
  var count = 0
  for start in isLeft.indices where isLeft[start] {
    count += 1
    isLeft[start] = false
    var open = [start]
    while let pixel = open.popLast() {
      let (x, y) = (pixel % width, pixel / width)
      for row in max(y - 1, 0)...min(y + 1, height - 1) {
        for column in max(x - 1, 0)...min(x + 1, width - 1) where isLeft[row * width + column] {
          isLeft[row * width + column] = false
          open.append(row * width + column)
        }
      }
    }
  }
  return count
}
