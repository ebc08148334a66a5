import CPango

extension Typesetter {
  /// The versions of the libraries that set text, for reports.
  public static var libraryVersion: String {
    let pango = pango_version_string().map { String(cString: $0) } ?? "unknown"
    let cairo = cairo_version_string().map { String(cString: $0) } ?? "unknown"
    return "\(pango), cairo \(cairo)"
  }
}
