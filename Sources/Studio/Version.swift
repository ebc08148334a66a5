/// The version of Regalia.
public enum Version {
  /// The version as releases are numbered.
  public static let text = "0.2.0"
}
