import CPango
import Text

/// An installed face of a font: its variable axes and their named instances, its OpenType features, and its licence.
public struct FontFace: Hashable, Sendable {
  /// The family's name.
  public let family: String
  /// The variable axes in the font's order, without hidden ones.
  public let axes: [FontAxis]
  /// The named instances in the font's order.
  public let instances: [FontInstance]
  /// The features that a person may switch, each once, in alphabetical order of their tags.
  public let features: [FontFeature]
  /// The embedding that the licence permits.
  public let embedding: FontEmbedding
  /// Whether letters have colours in a format that is drawn here: layers (COLR, version 0) or pictures (CBDT, sbix).
  public let hasColors: Bool

  /// Returns the axis with a tag, or nil.
  public func axis(_ tag: String) -> FontAxis? { axes.first { $0.tag == tag } }

  /// Returns whether the font has a feature, including those that are not switched by a person.
  public func hasFeature(_ tag: String) -> Bool { allFeatures.contains(tag) }

  /// The tags of all features.
  private let allFeatures: Set<String>
}

/// An axis along which a variable font changes, in the font's own units.
public struct FontAxis: Hashable, Sendable {
  /// The OpenType tag, such as `wdth`.
  public let tag: String
  /// The name in the font, such as “Width”; the tag if it has none.
  public let name: String
  /// The possible values.
  public let range: ClosedRange<Double>
  /// The value of the default instance.
  public let defaultValue: Double
}

/// A named combination of axis values, such as “Condensed Bold”.
public struct FontInstance: Hashable, Sendable {
  /// The name in the font.
  public let name: String
  /// The values by the tags of their axes.
  public let axes: [String: Double]
}

/// An OpenType feature of a font.
public struct FontFeature: Hashable, Sendable {
  /// The OpenType tag, such as `ss01`.
  public let tag: String
  /// The name in the font, which stylistic sets and character variants may have; nil otherwise.
  public let name: String?
  /// The names of its alternates, which are chosen by the values 1, 2, and so on; empty for a plain switch.
  public let alternates: [String]
}

/// The use that a font's licence bits permit (OpenType, OS/2 `fsType`).
public enum FontEmbedding: Hashable, Sendable {
  /// Documents may embed the font, and a subset of it.
  case installable
  /// Documents may embed the font only as a whole or as bitmaps, which this program does not do.
  case wholeFont
  /// The font must not be embedded, copied or exchanged without permission.
  case restricted

  /// Whether documents may embed a subset.
  public var permitsEmbedding: Bool { self == .installable }

  init(_ face: OpaquePointer) {
    guard let table = hb_face_reference_table(face, FontTag("OS/2").value) else {
      self = .installable
      return
    }
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 10 else {
      self = .installable
      return
    }
    let bits = UInt16(UInt8(bitPattern: data[8])) << 8 | UInt16(UInt8(bitPattern: data[9]))
    // The least restrictive of several rights applies: 2 restricted, 4 preview and print, 8 editable.
    let rights = bits & 0xE
    self = rights == 2 ? .restricted : bits & 0x300 != 0 ? .wholeFont : .installable
  }
}

/// A tag of four characters as HarfBuzz has it.
struct FontTag {
  let value: hb_tag_t

  init(_ text: StaticString) {
    value = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) } }
  }

  init(_ value: hb_tag_t) { self.value = value }

  /// The four characters; others than letters and digits make it nil.
  var text: String? {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.isFontTag ? text : nil
  }
}

extension FontFace {
  /// Reads a loaded font; nil if it has no usable file.
  init?(_ font: UnsafeMutablePointer<PangoFont>) {
    guard let sized = pango_font_get_hb_font(font), let face = hb_font_get_face(sized) else { return nil }
    guard let description = pango_font_describe(font) else { return nil }
    defer { pango_font_description_free(description) }
    family = pango_font_description_get_family(description).map { String(cString: $0) } ?? ""
    let all = Self.axes(of: face)
    axes = all.filter { !$0.isHidden }.map(\.axis)
    instances = Self.instances(of: face, axes: all.map(\.axis.tag))
    (features, allFeatures) = Self.features(of: face)
    embedding = FontEmbedding(face)
    hasColors = hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_png(face) != 0
  }

  /// The most axes, instances and names of alternates that are read.
  private static let mostEntries = 256

  private static func axes(of face: OpaquePointer) -> [(axis: FontAxis, isHidden: Bool)] {
    var count = UInt32(min(hb_ot_var_get_axis_count(face), UInt32(mostEntries)))
    guard count > 0 else { return [] }
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count)).compactMap { info in
      let (low, high) = (Double(info.min_value), Double(info.max_value))
      guard let tag = FontTag(info.tag).text, low.isFinite, high.isFinite, low < high else { return nil }
      let isHidden = info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0
      let axis = FontAxis(
        tag: tag, name: name(info.name_id, in: face) ?? tag, range: low...high,
        defaultValue: min(max(Double(info.default_value), low), high))
      return (axis, isHidden)
    }
  }

  private static func instances(of face: OpaquePointer, axes: [String]) -> [FontInstance] {
    let count = min(hb_ot_var_get_named_instance_count(face), UInt32(mostEntries))
    return (0..<count).compactMap { index in
      var length = UInt32(axes.count)
      var values = [Float](repeating: 0, count: axes.count)
      hb_ot_var_named_instance_get_design_coords(face, index, &length, &values)
      let id = hb_ot_var_named_instance_get_subfamily_name_id(face, index)
      guard Int(length) == axes.count, values.allSatisfy(\.isFinite), let name = name(id, in: face) else {
        return nil
      }
      return FontInstance(
        name: name,
        axes: Dictionary(zip(axes, values.map(Double.init)), uniquingKeysWith: { first, _ in first }))
    }
  }

  private static func features(of face: OpaquePointer) -> ([FontFeature], all: Set<String>) {
    var all: Set<String> = []
    var known: [String: FontFeature] = [:]
    for table in [FontTag("GSUB").value, FontTag("GPOS").value] {
      let total = hb_ot_layout_table_get_feature_tags(face, table, 0, nil, nil)
      var count = min(total, 65_536)
      var tags = [hb_tag_t](repeating: 0, count: Int(count))
      hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
      for (index, tag) in tags.prefix(Int(count)).enumerated() {
        // A feature occurs once for each script and language.
        guard let tag = FontTag(tag).text else { continue }
        all.insert(tag)
        guard known[tag]?.name == nil, !automatic.contains(tag) else { continue }
        if known[tag] != nil, !tag.hasPrefix("ss"), !tag.hasPrefix("cv") { continue }
        known[tag] = feature(tag, at: UInt32(index), of: table, in: face)
      }
    }
    return (known.values.sorted { $0.tag < $1.tag }, all)
  }

  private static func feature(
    _ tag: String, at index: UInt32, of table: hb_tag_t, in face: OpaquePointer
  ) -> FontFeature {
    var label = noName
    var count: UInt32 = 0
    var first = noName
    guard hb_ot_layout_feature_get_name_ids(face, table, index, &label, nil, nil, &count, &first) != 0 else {
      return FontFeature(tag: tag, name: nil, alternates: [])
    }
    let ids = first == noName ? 0..<0 : 0..<min(count, UInt32(mostEntries))
    let alternates = ids.compactMap { name(hb_ot_name_id_t(first &+ $0), in: face) }
    return FontFeature(
      tag: tag, name: name(label, in: face), alternates: alternates.count == ids.count ? alternates : [])
  }

  /// The number that stands for no name.
  private static let noName: hb_ot_name_id_t = 0xFFFF

  /// Returns a name of the font in English or in its first language, without control characters.
  static func name(_ id: hb_ot_name_id_t, in face: OpaquePointer) -> String? {
    guard id != noName else { return nil }
    var length: UInt32 = 120
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length)) { buffer in
      let whole = hb_ot_name_get_utf8(face, id, nil, &length, buffer.baseAddress)
      return whole == 0
        ? "" : String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        }))
    return clean.allSatisfy(\.isWhitespace) ? nil : clean
  }

  /// Features that shape text correctly, which a person does not switch, and the kerning, which letter spacing decides.
  private static let automatic: Set<String> = [
    "aalt", "abvf", "abvm", "abvs", "akhn", "blwf", "blwm", "blws", "ccmp", "cfar", "chws", "cjct", "curs",
    "dist", "dtls", "fin2", "fin3", "fina", "flac", "half", "haln", "init", "isol", "kern", "ljmo", "locl",
    "ltra", "ltrm", "mark", "med2", "medi", "mkmk", "mset", "nukt", "pref", "pres", "pstf", "psts", "rand",
    "rclt", "rkrf", "rlig", "rphf", "rtla", "rtlm", "rvrn", "size", "ssty", "stch", "tjmo", "vjmo", "valt",
    "vatu", "vchw", "vert", "vhal", "vkrn", "vpal", "vrt2", "vrtr", "calt", "clig",
  ]
}
