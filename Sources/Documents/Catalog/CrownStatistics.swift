/// How many crowns there are, and what they take.
public struct CrownStatistics: Hashable, Sendable {
  /// The number of crowns.
  public let count: Int
  /// How many of them came with the program.
  public let shippedCount: Int
  /// The bytes of all codes together.
  public let bytes: Int
  /// The lines and curves of all paths together.
  public let segments: Int
  /// Half of the codes are not longer than this.
  public let medianBytes: Int

  init(_ crowns: [CrownSummary]) {
    count = crowns.count
    shippedCount = crowns.count(where: \.isShipped)
    bytes = crowns.reduce(0) { $0 + $1.codeSize }
    segments = crowns.reduce(0) { $0 + $1.segments }
    let sizes = crowns.map(\.codeSize).sorted()
    medianBytes = sizes.isEmpty ? 0 : sizes[(sizes.count - 1) / 2]
  }

  /// 0 where there is no segment.
  public var bytesPerSegment: Double { segments > 0 ? Double(bytes) / Double(segments) : 0 }
}
