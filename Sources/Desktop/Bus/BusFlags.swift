import CGIO

// By their numbers: whether their names are constants or members depends on the version of GLib's headers; and so does
// whether they are sets of options, of which the compiler would have a written 0 be [].
extension GDBusCallFlags {
  static let usual = GDBusCallFlags(rawValue: .zero)
  /// Nothing is started in order to be asked.
  static let withoutStarting = GDBusCallFlags(rawValue: 1)
}

extension GDBusSignalFlags {
  static let usual = GDBusSignalFlags(rawValue: .zero)
}
