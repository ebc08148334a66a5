/// The version of Regalia.
enum Version {
  /// The version, as in releases.
  static let text = "0.2.0"
}
