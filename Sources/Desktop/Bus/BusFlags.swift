import CGIO

// By their numbers: whether their names are constants or members depends on the version of GLib's headers.
extension GDBusCallFlags {
  static let usual = GDBusCallFlags(rawValue: 0)
  /// Nothing is started in order to be asked.
  static let withoutStarting = GDBusCallFlags(rawValue: 1)
}

extension GDBusSignalFlags {
  static let usual = GDBusSignalFlags(rawValue: 0)
}
