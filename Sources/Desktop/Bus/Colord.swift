// Untranslated file: names of D-Bus interfaces and their members.

import Files

/// The service that assigns colour profiles to devices (www.freedesktop.org/software/colord).
package enum Colord {
  private static let service = "org.freedesktop.ColorManager"
  package static let manager = BusConnection.Target(service, "/org/freedesktop/ColorManager", service)

  /// Returns the profiles of displays by the names of their outputs, from files of `longest` bytes at most; does not
  /// start the service.
  package static func profiles(_ bus: BusConnection, atMost longest: Int) -> [String: [UInt8]] {
    guard
      let devices = bus.ask(
        manager, "GetDevicesByKind", [.string("display")], within: 2, starts: false)?.first?.elements
    else { return [:] }
    var result: [String: [UInt8]] = [:]
    for path in devices.compactMap(\.text) {
      let device = BusConnection.Target(service, path, service + ".Device")
      guard let metadata = bus.property("Metadata", of: device),
        let name = metadata[key: "XRANDR_name"]?.text,
        bus.property("Enabled", of: device)?.isTrue ?? true,
        // The first profile is the one in use.
        let first = bus.property("Profiles", of: device)?.elements.first?.text,
        let file = bus.property(
          "Filename", of: BusConnection.Target(service, first, service + ".Profile"))?.text,
        let bytes = try? FileBytes.read(file, atMost: longest)
      else { continue }
      result[name] = bytes
    }
    return result
  }
}
