/// ICC profiles of monitors that never were.
public enum DisplayProfileFile {
  /// The primaries of sRGB and of Display P3, in XYZ adapted to D50.
  public static let srgb = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]
  public static let displayP3 = [
    [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
  ]

  /// Primaries that are nearer to each other than those of sRGB, as cheap panels have them.
  public static let small = srgb.map { own in
    own.indices.map { axis in
      let others = srgb.map { $0[axis] }.reduce(0, +) - own[axis]
      return own[axis] * 0.8 + others * 0.1
    }
  }

  /// The primaries of Adobe RGB (1998), in XYZ adapted to D50.
  public static let adobe = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]

  /// Returns a version 2 profile with three primaries and a gamma curve, or with a table of light at even steps.
  public static func bytes(
    primaries: [[Double]], gamma: Double, light: [Double] = [], name: String = "A monitor"
  ) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }
    func tag(_ kind: String) -> [UInt8] { Array(kind.utf8) }
    func xyz(_ values: [Double]) -> [UInt8] { tag("XYZ ") + big(0) + values.flatMap(fixed) }
    let power = Int((gamma * 256).rounded())
    func half(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    let steps = light.isEmpty ? [power] : light.map { Int(($0 * 65535).rounded()) }
    let curve =
      tag("curv") + big(0) + big(steps.count) + steps.flatMap(half) + (steps.count % 2 == 1 ? [0, 0] : [])
    let words = Array(name.utf8) + [0]
    let description =
      tag("desc") + big(0) + big(words.count) + words
      + [UInt8](repeating: 0, count: 78 + (4 - words.count % 4))
    let tags: [(String, [UInt8])] =
      [("desc", description), ("wtpt", xyz([0.9642, 1, 0.8249]))]
      + zip(["r", "g", "b"], primaries).map { ($0 + "XYZ", xyz($1)) }
      + ["r", "g", "b"].map { ($0 + "TRC", curve) }
    var (table, data) = (big(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += tag(name) + big(start + data.count) + big(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    let header =
      big(start + data.count) + tag("lcms") + big(0x0210_0000) + tag("mntrRGB XYZ ")
      + [UInt8](repeating: 0, count: 12) + tag("acsp") + [UInt8](repeating: 0, count: 28)
      + big(0xf6d6) + big(0x1_0000) + big(0xd32d) + [UInt8](repeating: 0, count: 48)
    return header + table + data
  }
}
