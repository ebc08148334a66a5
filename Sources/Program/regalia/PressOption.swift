import ArgumentParser
import ColorManagement

/// The press whose printable colours are bounded by a line in a plane.
struct PressOption: ParsableArguments {
  /// The profile's name or file, empty for the usual one; nil without the option.
  @Option(
    name: .customLong("press"), defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      "Bound what a press prints: the file of an ICC profile of CMYK, or the name of one that is installed; coated "
        + "FOGRA39, or what comes nearest, by itself.", valueName: "profile"),
    completion: .file(extensions: ["icc", "icm"]))
  var name: String?

  /// Returns the profile that is asked for, or nil without the option.
  func profile() throws -> PrintProfile? {
    try name.map { try InstalledProfiles().profile(named: $0) }
  }
}
