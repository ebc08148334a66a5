/// Where a cover's colour stands among others: by its hue from red on, and behind those what has none, light first.
struct CoverRank: Hashable, Comparable {
  private let hue: Double
  private let lightness: Double

  /// What has less colour than this counts as grey, of the range of a channel.
  private static let leastChroma = 0.1
  /// Reds just below 360° stand beside those just above 0°.
  private static let firstHue = 340.0

  /// Ranks a colour of eight bits a channel, red in the highest.
  init(_ cover: Int64) {
    func channel(_ shift: Int64) -> Double { Double((cover >> shift) & 0xFF) / 255 }
    let (red, green, blue) = (channel(16), channel(8), channel(0))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    lightness = (most + least) / 2
    let chroma = most - least
    guard chroma >= Self.leastChroma else {
      hue = .infinity
      return
    }
    let sector =
      most == red
      ? ((green - blue) / chroma).remainder(dividingBy: 6)
      : most == green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
    let degrees = sector * 60 - Self.firstHue
    hue = degrees - (degrees / 360).rounded(.down) * 360
  }

  static func < (a: CoverRank, b: CoverRank) -> Bool {
    a.hue == b.hue ? a.lightness > b.lightness : a.hue < b.hue
  }
}
