import CPango

/// The parts of a text that the fonts of a family can write.
public struct FontCoverage: Hashable, Sendable {
  /// A script of the text that the family lacks, wholly or in part.
  public struct Gap: Hashable, Sendable {
    /// The script's code in ISO 15924, such as `Cyrl`.
    public let script: String
    /// Whether the family has some of the text's characters in this script.
    public let isPartial: Bool
  }

  /// The scripts that it lacks, in alphabetical order of their codes.
  public let gaps: [Gap]
  /// Whether the family has the characters of its own name.
  public let writesOwnName: Bool
}

extension Typesetter {
  /// Returns what each installed family can write of a text.
  ///
  /// Characters without a script, such as digits and signs, do not count. A family has what any of its fonts has.
  public func coverage(of text: String) -> [String: FontCoverage] {
    noticeNewFonts()
    var scripts: [String: Set<UInt32>] = [:]
    for scalar in text.unicodeScalars {
      guard let script = Self.script(of: scalar) else { continue }
      scripts[script, default: []].insert(scalar.value)
    }
    var known: [String: (written: [String: Set<UInt32>], name: Set<UInt32>)] = [:]
    Self.forEachFont { family, characters in
      var found = known[family] ?? ([:], [])
      for (script, scalars) in scripts where found.written[script]?.count != scalars.count {
        found.written[script, default: []].formUnion(scalars.filter { FcCharSetHasChar(characters, $0) != 0 })
      }
      for scalar in family.unicodeScalars where FcCharSetHasChar(characters, scalar.value) != 0 {
        found.name.insert(scalar.value)
      }
      known[family] = found
    }
    return Dictionary(
      uniqueKeysWithValues: known.map { family, found in
        let gaps = scripts.sorted { $0.key < $1.key }.compactMap { script, scalars -> FontCoverage.Gap? in
          let written = found.written[script]?.count ?? 0
          return written == scalars.count ? nil : .init(script: script, isPartial: written > 0)
        }
        let writesName = family.unicodeScalars.allSatisfy { found.name.contains($0.value) }
        return (family, FontCoverage(gaps: gaps, writesOwnName: writesName))
      })
  }

  /// Calls `body` with the family and the characters of each installed font.
  private static func forEachFont(_ body: (String, OpaquePointer) -> Void) {
    guard let pattern = FcPatternCreate(), let names = FcObjectSetCreate() else { return }
    defer {
      FcObjectSetDestroy(names)
      FcPatternDestroy(pattern)
    }
    FcObjectSetAdd(names, FC_FAMILY)
    FcObjectSetAdd(names, FC_CHARSET)
    guard let list = FcFontList(nil, pattern, names) else { return }
    defer { FcFontSetDestroy(list) }
    for index in 0..<Int(list.pointee.nfont) {
      var family: UnsafeMutablePointer<FcChar8>?
      var characters: OpaquePointer?
      guard let font = list.pointee.fonts[index],
        FcPatternGetString(font, FC_FAMILY, 0, &family) == FcResultMatch,
        FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch, let family, let characters
      else { continue }
      body(String(cString: family), characters)
    }
  }

  /// Returns the ISO 15924 code of a character's script; nil for characters of several scripts or of none.
  private static func script(of scalar: Unicode.Scalar) -> String? {
    let script = g_unichar_get_script(scalar.value)
    switch script {
    case G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED, G_UNICODE_SCRIPT_UNKNOWN,
      G_UNICODE_SCRIPT_INVALID_CODE:
      return nil
    default: return FontTag(g_unicode_script_to_iso15924(script)).text
    }
  }
}
