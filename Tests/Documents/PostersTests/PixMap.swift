import Foundation

/// A picture in the format that pdftoppm writes.
struct PixMap {
  let width: Int
  let height: Int
  private let bytes: Data

  init?(_ data: Data) {
    // "P6", width, height and 255, each ended by white space.
    var rest = data
    var words: [String] = []
    while words.count < 4 {
      guard let end = rest.firstIndex(where: { $0 == 10 || $0 == 32 }) else { return nil }
      words.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    guard words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else { return nil }
    (self.width, self.height) = (width, height)
    bytes = Data(rest)
  }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = 3 * (y * width + x)
    return start >= 0 && start + 3 <= bytes.count ? Array(bytes[start..<start + 3]) : []
  }
}
