import Workers

/// What the desktop tells the person of in its own way, wherever the windows are.
///
/// `org.freedesktop.portal.Notification`, version 1, else the desktop's own service for notifications. Where there is
/// neither, nothing is shown.
package enum DesktopNotification {
  private static let worker = Worker<Void>(name: "notification")

  /// Shows a notification in place of the one of the same id; the asking happens on a thread of its own.
  ///
  /// - Parameters:
  ///   - program: What the person calls the program.
  ///   - icon: The name of its icon, that of its desktop file.
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
      // The program, what it replaces, its icon, the words, no actions, no hints, and the desktop's own duration.
      _ = bus.ask(
        service, "Notify",
        [
          .string(program), .uint32(0), .string(icon), .string(title), .string(words),
          .array(of: "s", []), .options([:]), .int32(-1),
        ], within: 2)
    }
  }
}
