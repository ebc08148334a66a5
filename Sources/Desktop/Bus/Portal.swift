/// The desktop portal's D-Bus service: programs ask it for settings, files and the like (xdg-desktop-portal).
package enum Portal {
  static let name = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"

  /// Returns one of its interfaces, such as “FileChooser”.
  package static func target(_ interface: String) -> BusConnection.Target {
    BusConnection.Target(name, path, "org.freedesktop.portal." + interface)
  }
}
