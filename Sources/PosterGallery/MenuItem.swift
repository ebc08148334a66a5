/// A line of a menu: something to do, or a rule between two groups.
struct MenuItem {
  var label: String
  /// The key that does the same, as it is written.
  var key: String
  var isEnabled: Bool
  var action: (() -> Void)?

  init(_ label: String, key: String = "", isEnabled: Bool = true, action: @escaping () -> Void) {
    self.label = label
    self.key = key
    self.isEnabled = isEnabled
    self.action = action
  }

  private init() {
    (label, key, isEnabled, action) = ("", "", false, nil)
  }

  static var rule: MenuItem { MenuItem() }

  var isRule: Bool { action == nil }
}
