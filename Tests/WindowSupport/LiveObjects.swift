public import Controls
import Scene

/// The parts of windows that are still there after the windows were closed.
///
/// ```swift
/// var live = LiveObjects()
/// for _ in 0..<50 { live.note(window: opened().content) }
/// #expect(live.names.isEmpty)
/// ```
public struct LiveObjects {
  private struct Part {
    let name: String
    weak var object: AnyObject?
  }

  private var parts: [Part] = []

  public init() {}

  /// How many objects were noted.
  public var count: Int { parts.count }

  /// The names of the objects that are still there, each once.
  public var names: [String] { Set(parts.filter { $0.object != nil }.map(\.name)).sorted() }

  /// Takes note of an object, without keeping it.
  public mutating func note(_ object: AnyObject) {
    parts.append(Part(name: "\(type(of: object))", object: object))
  }

  /// Takes note of a window, its controls, and all layers that it shows, as they are now.
  public mutating func note(window: any WindowContent) {
    note(window as AnyObject)
    if let host = window.controlHost {
      note(host as AnyObject)
      note(below: host.root)
    }
    if let window = window as? ControlWindow { note(window.tree as AnyObject) }
    note(below: window.layer)
  }

  /// Takes note of a control, of its layer, and of all that stands in it.
  public mutating func note(below control: Control) {
    note(control as AnyObject)
    note(below: control.layer)
    for child in control.children { note(below: child) }
  }

  private mutating func note(below layer: Layer) {
    note(layer as AnyObject)
    for child in layer.sublayers { note(below: child) }
  }
}
