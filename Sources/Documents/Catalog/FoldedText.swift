import CGLib

extension String {
  /// The text without diacritics, and with letters of normal width instead of full-width and half-width ones.
  ///
  /// Diacritics are the marks that Unicode's canonical decomposition separates. https://www.unicode.org/reports/tr15/
  var withoutDiacritics: String {
    let widths: ClosedRange<UInt32> = 0xFF00...0xFFEF
    var plain = self
    if unicodeScalars.contains(where: { widths.contains($0.value) }) {
      plain = unicodeScalars.map {
        widths.contains($0.value) ? String($0).normalized(G_NORMALIZE_ALL) : String($0)
      }
      .joined()
    }
    // These marks turn Japanese letters into different ones.
    let voicingMarks: ClosedRange<UInt32> = 0x3099...0x309A
    let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .enclosingMark]
    let kept = plain.normalized(G_NORMALIZE_DEFAULT).unicodeScalars
      .filter { !marks.contains($0.properties.generalCategory) || voicingMarks.contains($0.value) }
    return String(String.UnicodeScalarView(kept)).normalized(G_NORMALIZE_DEFAULT_COMPOSE)
  }

  /// The case-folded text, for comparison regardless of case. https://www.unicode.org/reports/tr44/#CaseFolding.txt
  var caseFolded: String {
    withoutNull.withCString { text in
      guard let folded = g_utf8_casefold(text, -1) else { return self }
      defer { g_free(folded) }
      return String(cString: folded)
    }
  }

  private func normalized(_ form: GNormalizeMode) -> String {
    withoutNull.withCString { text in
      guard let normal = g_utf8_normalize(text, -1, form) else { return self }
      defer { g_free(normal) }
      return String(cString: normal)
    }
  }
}
