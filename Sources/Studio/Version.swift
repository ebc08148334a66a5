/// The version of Regalia.
public enum Version {
  public static let text = "0.2.0"
}
