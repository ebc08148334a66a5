extension StringProtocol {
  /// The beginning of the text in quotation marks, shortened and without control characters, for messages.
  public var excerpt: String {
    let clean = prefix(40).unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }
    return "“" + String(String.UnicodeScalarView(clean)) + (count > 40 ? "…" : "") + "”"
  }
}
