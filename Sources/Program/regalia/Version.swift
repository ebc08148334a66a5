/// The version of Regalia.
enum Version {
  /// The version as releases are numbered.
  static let text = "0.2.0"
}
