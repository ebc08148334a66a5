public import Controls
import Scene

/// Returns how many objects of windows live on that were used and closed so many times.
///
/// - Parameter use: Opens a window, uses it and returns what it consists of.
public func leftovers(of times: Int, _ use: () throws -> [AnyObject]) rethrows -> Int {
  var kept: [WeakReference] = []
  for _ in 0..<times { kept += try use().map(WeakReference.init) }
  return kept.count { $0.object != nil }
}

/// Returns a window with all of its controls and layers.
public func parts(of window: any WindowContent) -> [AnyObject] {
  func below(_ control: Control) -> [AnyObject] { [control] + control.children.flatMap(below) }
  func below(_ layer: Layer) -> [AnyObject] { [layer] + layer.sublayers.flatMap(below) }
  let controls = window.controlHost.map { [$0] + below($0.root) } ?? []
  return [window] + controls + below(window.layer)
}

private struct WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
