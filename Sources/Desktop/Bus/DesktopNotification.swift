// Untranslated file: names of D-Bus interfaces and their members.

import Workers

/// A notification that the desktop shows in its own way, wherever the windows are.
///
/// It uses `org.freedesktop.portal.Notification`, version 1, otherwise the desktop's notification service. Without
/// either, nothing is shown.
package enum DesktopNotification {
  private static let worker = Worker<Void>(name: "notification")

  /// Shows a notification in place of the one with the same id. The request runs on its own thread.
  ///
  /// - Parameters:
  ///   - program: The program's display name.
  ///   - icon: The name of its icon, as in its desktop file.
  package static func show(_ id: String, title: String, words: String, program: String, icon: String) {
    worker.run {
      guard let bus = BusConnection.session() else { return }
      let portal = Portal.target("Notification")
      let notification = BusValue.options([
        "title": .string(title), "body": .string(words), "priority": .string("high"),
      ])
      if bus.ask(portal, "AddNotification", [.string(id), notification], within: 2) != nil { return }
      let service = BusConnection.Target(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
      // The program, the notification to replace, the icon, the texts, no actions, no hints, and the desktop's own
      // duration.
      _ = bus.ask(
        service, "Notify",
        [
          .string(program), .uint32(0), .string(icon), .string(title), .string(words),
          .array(of: "s", []), .options([:]), .int32(-1),
        ], within: 2)
    }
  }
}
