public import Localization
public import Typography

extension MissingCharacters {
  /// The message about a poster on which these characters are boxes, with the package to install.
  public var message: Message {
    let packages = packages.joined(separator: ", ")
    guard !packages.isEmpty else {
      return Message(
        "No installed font has {count} character of this poster",
        plural: "No installed font has {count} characters of this poster", count: scalars.count)
    }
    return Message(
      "No installed font has {count} character of this poster; install {packages} to see it",
      plural: "No installed font has {count} characters of this poster; install {packages} to see them",
      count: scalars.count, ["packages": packages])
  }
}
