import Foundation

/// A small font made for a test: rectangles for a few letters, with axes, features, colours and faults as wanted.
///
/// Glyphs: 1 space, 2 `A`, 3 `b`, 4 hyphen, 5 alternate `A`, 6 small capital of `b`, 7 raised hyphen, 8 narrow `A`.
public struct MadeFont {
  public struct Axis {
    let tag: String
    let name: String
    let range: (least: Double, usual: Double, most: Double)

    public init(_ tag: String, _ name: String, _ least: Double, _ usual: Double, _ most: Double) {
      (self.tag, self.name, range) = (tag, name, (least, usual, most))
    }
  }

  public struct Feature {
    let tag: String
    let name: String?
    /// The glyph and its substitute.
    let glyphs: (UInt16, UInt16)

    public init(_ tag: String, _ name: String?, _ glyph: UInt16, _ substitute: UInt16) {
      (self.tag, self.name, glyphs) = (tag, name, (glyph, substitute))
    }

    public init(_ tag: String, _ glyph: UInt16, _ substitute: UInt16) {
      self.init(tag, nil, glyph, substitute)
    }
  }

  public var family: String
  public var axes: [Axis] = []
  public var instances: [(name: String, values: [Double])] = []
  public var features: [Feature] = []
  /// The number of further features, which do nothing.
  public var idleFeatures = 0
  public var licence: UInt16 = 0
  /// The layers of `A`: a glyph and its red, green, blue and alpha.
  public var layers: [(glyph: UInt16, color: [UInt8])] = []
  /// Further characters and their glyphs, in ascending order above `b`.
  public var characters: [(code: UInt32, glyph: UInt16)] = []
  /// The tables that are left out.
  public var missing: Set<String> = []
  /// The tables written instead of the right ones.
  public var replaced: [String: [UInt8]] = [:]

  public init(_ family: String) { self.family = family }

  /// The corners of the glyphs in thousandths of the em: left, bottom, right, top; nil is empty.
  public static let boxes: [(Int, Int, Int, Int)?] = [
    (50, 0, 450, 700), nil, (50, 0, 550, 700), (50, 0, 450, 500), (50, 200, 350, 280), (50, 0, 650, 700),
    (50, 0, 400, 520), (50, 310, 350, 390), (200, 100, 300, 600),
  ]

  /// The distance in thousandths of the em by which the right edge of every glyph moves at the upper end of an axis.
  public static func widening(ofAxis index: Int) -> Int { 100 * (index + 1) }

  /// Writes the font into a folder and returns its path.
  public func write(to folder: URL) throws -> String {
    let file = folder.appending(path: family + ".ttf")
    try Data(bytes).write(to: file)
    return file.path(percentEncoded: false)
  }

  public var bytes: [UInt8] {
    var tables = [
      "head": head, "hhea": hhea, "maxp": maxp, "hmtx": hmtx, "loca": loca, "glyf": glyf, "cmap": cmap,
      "post": Self.post, "OS/2": os2, "name": names.table, "GSUB": gsub,
    ]
    if !axes.isEmpty { (tables["fvar"], tables["gvar"]) = (fvar, gvar) }
    if !layers.isEmpty { (tables["COLR"], tables["CPAL"]) = (colr, cpal) }
    for (tag, bytes) in replaced { tables[tag] = bytes }
    for tag in missing { tables[tag] = nil }
    var head = Bytes(u32: 0x10000)
    head.u16(UInt16(tables.count), 0, 0, 0)
    var body = Bytes()
    let start = 12 + 16 * tables.count
    for (tag, bytes) in tables.sorted(by: { $0.key < $1.key }) {
      head.bytes += Array(tag.utf8)
      head.u32(0, UInt32(start + body.bytes.count), UInt32(bytes.count))
      body.bytes += bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return head.bytes + body.bytes
  }

  private var count: UInt16 { UInt16(Self.boxes.count) }

  private var head: [UInt8] {
    var table = Bytes(u32: 0x10000, 0x10000, 0, 0x5F0F_3CF5)
    table.u16(3, 1000)
    table.u32(0, 0, 0, 0)
    table.u16(0, 0, 700, 700, 0, 8, 2, 1, 0)
    return table.bytes
  }

  private var hhea: [UInt8] {
    var table = Bytes(u32: 0x10000)
    table.u16(800, UInt16(bitPattern: -200), 0, 700, 0, 0, 700, 1, 0, 0, 0, 0, 0, 0, 0, count)
    return table.bytes
  }

  private var maxp: [UInt8] {
    var table = Bytes(u32: 0x10000)
    table.u16(count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    return table.bytes
  }

  private func advance(of box: (Int, Int, Int, Int)?) -> UInt16 { UInt16((box?.2 ?? 250) + 50) }

  private var hmtx: [UInt8] {
    var table = Bytes()
    for box in Self.boxes { table.u16(advance(of: box), UInt16(box?.0 ?? 0)) }
    return table.bytes
  }

  private func outline(of box: (Int, Int, Int, Int)?) -> [UInt8] {
    guard let (left, bottom, right, top) = box else { return [] }
    var glyph = Bytes()
    glyph.u16(1, UInt16(left), UInt16(bottom), UInt16(right), UInt16(top), 3, 0)
    glyph.bytes += [1, 1, 1, 1]
    glyph.i16(left, 0, right - left, 0)
    glyph.i16(bottom, top - bottom, 0, bottom - top)
    return glyph.bytes
  }

  /// Returns the tables `glyf` and `loca` with some glyphs composed of another one.
  public func outlines(composed: (Int) -> UInt16?) -> (glyf: [UInt8], loca: [UInt8]) {
    var (glyf, loca) = (Bytes(), Bytes())
    for (index, box) in Self.boxes.enumerated() {
      loca.u32(UInt32(glyf.bytes.count))
      guard let other = composed(index) else {
        glyf.bytes += outline(of: box)
        continue
      }
      glyf.i16(-1, 0, 0, 700, 700)
      // One component, at offsets in bytes.
      glyf.u16(0x0002, other, 0)
    }
    loca.u32(UInt32(glyf.bytes.count))
    return (glyf.bytes, loca.bytes)
  }

  private var glyf: [UInt8] { Self.boxes.flatMap(outline) }

  private var loca: [UInt8] {
    var table = Bytes()
    var place = 0
    for box in Self.boxes {
      table.u32(UInt32(place))
      place += outline(of: box).count
    }
    table.u32(UInt32(place))
    return table.bytes
  }

  private var cmap: [UInt8] {
    let codes: [(UInt32, UInt32)] =
      [(32, 1), (45, 4), (65, 2), (98, 3)] + characters.map { ($0.code, UInt32($0.glyph)) }
    var table = Bytes()
    table.u16(0, 1, 3, 10)
    table.u32(12)
    table.u16(12, 0)
    table.u32(UInt32(16 + 12 * codes.count), 0, UInt32(codes.count))
    for (code, glyph) in codes { table.u32(code, code, glyph) }
    return table.bytes
  }

  private static let post: [UInt8] = Bytes(u32: 0x30000, 0, 0, 0, 0, 0, 0, 0).bytes

  private var os2: [UInt8] {
    var table = Bytes()
    table.u16(4, 500, 400, 5, licence)
    table.u16(Array(repeating: 0, count: 11))
    table.bytes += Array(repeating: 0, count: 10)
    table.u32(1, 0, 0, 0, 0)
    table.u16(0x40, 32, 98, 800, UInt16(bitPattern: -200), 0, 800, 200)
    table.u32(1, 0)
    table.u16(500, 700, 0, 32, 1)
    return table.bytes
  }

  /// The names of the font, and the numbers under which they are found.
  private struct Names {
    var records: [(id: UInt16, text: String)]

    func id(of text: String) -> UInt16 { records.first { $0.text == text && $0.id > 255 }?.id ?? 0xFFFF }

    var table: [UInt8] {
      var table = Bytes()
      table.u16(0, UInt16(records.count), UInt16(6 + 12 * records.count))
      var text = Bytes()
      for record in records.sorted(by: { $0.id < $1.id }) {
        let units = Array(record.text.utf16)
        table.u16(3, 1, 0x409, record.id, UInt16(2 * units.count), UInt16(text.bytes.count))
        text.u16(units)
      }
      return table.bytes + text.bytes
    }
  }

  private var names: Names {
    var names = Names(records: [(1, family), (2, "Regular"), (4, family), (6, family.filter { $0 != " " })])
    for text in axes.map(\.name) + instances.map(\.name) + features.compactMap(\.name) {
      names.records.append((UInt16(256 + names.records.count), text))
    }
    return names
  }

  private var gsub: [UInt8] {
    let total = features.count + idleFeatures
    var scripts = Bytes()
    scripts.u16(1)
    scripts.bytes += Array("DFLT".utf8)
    scripts.u16(8, 4, 0, 0, 0xFFFF, UInt16(total))
    scripts.u16((0..<total).map { UInt16($0) })
    // The records come first, then the tables of the features, of which all idle ones share one.
    var (records, tables) = (Bytes(u16: UInt16(total)), Bytes())
    let start = 2 + 6 * total
    for (index, feature) in features.enumerated() {
      records.bytes += Array(feature.tag.utf8)
      records.u16(UInt16(start + tables.bytes.count))
      tables.u16(feature.name == nil ? 0 : 6, 1, UInt16(index))
      if let name = feature.name { tables.u16(0, names.id(of: name)) }
    }
    for index in 0..<idleFeatures {
      records.bytes += Array(String(String(10_000 + index).suffix(4)).utf8)
      records.u16(UInt16(start + tables.bytes.count))
    }
    tables.u16(0, 0)
    var lookups = Bytes(u16: UInt16(features.count))
    for index in features.indices { lookups.u16(UInt16(2 + 2 * features.count + 22 * index)) }
    for feature in features {
      lookups.u16(1, 0, 1, 8)
      lookups.u16(2, 8, 1, feature.glyphs.1)
      lookups.u16(1, 1, feature.glyphs.0)
    }
    var table = Bytes(u32: 0x10000)
    // The list of features may be long, so that it comes last.
    let lookupStart = 10 + scripts.bytes.count
    table.u16(10, UInt16(lookupStart + lookups.bytes.count), UInt16(lookupStart))
    return table.bytes + scripts.bytes + lookups.bytes + records.bytes + tables.bytes
  }

  private var fvar: [UInt8] {
    var table = Bytes(u32: 0x10000)
    table.u16(16, 2, UInt16(axes.count), 20, UInt16(instances.count), UInt16(4 + 4 * axes.count))
    for axis in axes {
      table.bytes += Array(axis.tag.utf8)
      table.fixed(axis.range.least, axis.range.usual, axis.range.most)
      table.u16(0, names.id(of: axis.name))
    }
    for instance in instances {
      table.u16(names.id(of: instance.name), 0)
      for value in instance.values { table.fixed(value) }
    }
    return table.bytes
  }

  /// Each axis moves the right edge of every glyph, and its advance.
  private var gvar: [UInt8] {
    let data = Self.boxes.map { box -> [UInt8] in
      let points = (box == nil ? 0 : 4) + 4
      var (headers, deltas) = (Bytes(), Bytes())
      for index in axes.indices {
        let by = Self.widening(ofAxis: index)
        var own = Bytes()
        own.bytes += [0, UInt8(0x40 | (points - 1))]
        own.i16((box == nil ? [] : [0, 0, by, by]) + [0, by, 0, 0])
        own.bytes += [UInt8(0x80 | (points - 1))]
        headers.u16(UInt16(own.bytes.count), 0xA000)
        headers.i16(axes.indices.map { $0 == index ? 16_384 : 0 })
        deltas.bytes += own.bytes
      }
      var glyph = Bytes(u16: UInt16(axes.count))
      glyph.u16(UInt16(4 + headers.bytes.count))
      return glyph.bytes + headers.bytes + deltas.bytes
    }
    var table = Bytes(u32: 0x10000)
    let start = 20 + 4 * (data.count + 1)
    table.u16(UInt16(axes.count), 0)
    table.u32(UInt32(start))
    table.u16(count, 1)
    table.u32(UInt32(start))
    var place = 0
    for glyph in data {
      table.u32(UInt32(place))
      place += glyph.count
    }
    table.u32(UInt32(place))
    return table.bytes + data.flatMap { $0 }
  }

  private var colr: [UInt8] {
    var table = Bytes(u16: 0)
    table.u16(1)
    table.u32(14, 20)
    table.u16(UInt16(layers.count), 2, 0, UInt16(layers.count))
    for (index, layer) in layers.enumerated() { table.u16(layer.glyph, UInt16(index)) }
    return table.bytes
  }

  private var cpal: [UInt8] {
    var table = Bytes(u16: 0)
    table.u16(UInt16(layers.count), 1, UInt16(layers.count))
    table.u32(14)
    table.u16(0)
    for layer in layers { table.bytes += [layer.color[2], layer.color[1], layer.color[0], layer.color[3]] }
    return table.bytes
  }
}

/// Numbers as font files have them, the most significant byte first.
private struct Bytes {
  var bytes: [UInt8] = []

  init() {}
  init(u16 values: UInt16...) { u16(values) }
  init(u32 values: UInt32...) { for value in values { u32(value) } }

  mutating func u16(_ values: UInt16...) { u16(values) }
  mutating func u16(_ values: [UInt16]) {
    for value in values { bytes += [UInt8(value >> 8), UInt8(value & 0xFF)] }
  }
  mutating func i16(_ values: Int...) { i16(values) }
  mutating func i16(_ values: [Int]) { u16(values.map { UInt16(bitPattern: Int16($0)) }) }
  mutating func u32(_ values: UInt32...) {
    for value in values { u16(UInt16(value >> 16), UInt16(value & 0xFFFF)) }
  }
  mutating func fixed(_ values: Double...) {
    for value in values { u32(UInt32(bitPattern: Int32((value * 65_536).rounded()))) }
  }
}
