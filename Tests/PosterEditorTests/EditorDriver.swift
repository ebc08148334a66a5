import Colors
import Controls
import Geometry
import Input
import Posters
import Application
import Typography

@testable import PosterEditor

/// An editor without a window, driven with the events of one.
final class EditorDriver {
  let editor: PosterEditor
  var time = 1.0

  init(
    _ poster: Poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")]),
    size: Size = PosterEditor.defaultSize, reducesMotion: Bool = false
  ) {
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .light, scale: 1, isScripted: true)
    environment.interface.reducesMotion = reducesMotion
    editor = PosterEditor(EditedDocument(poster, home: .stream), environment)
    editor.layOut(size: size, scale: 1)
    _ = editor.advance(to: 0.5)
  }

  var poster: Poster { editor.poster }
  var session: EditorSession { editor.open.session }
  var handle: CrownHandle { editor.open.panel.canvas.crownHandle }
  var panel: CrownPanel? { editor.open.crown.panel }
  /// The names of the steps that can be taken back, the last one first.
  var steps: [String] { session.draft.edited.history.done.reversed().map(\.name) }

  func send(_ event: InputEvent) {
    time += 0.02
    editor.handle(event, at: time)
    editor.receiveMail(at: time)
    _ = editor.advance(to: time)
  }

  func key(_ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false) {
    send(.key(key, modifiers, isRepeat: isRepeat))
  }

  func press(_ point: Point, clicks: Int = 1) {
    send(.pointerMoved(point, []))
    send(.pointerDown(point, .left, clicks: clicks, []))
  }

  func click(_ point: Point, clicks: Int = 1) {
    press(point, clicks: clicks)
    send(.pointerUp(point, .left, []))
  }

  func drag(from start: Point, through points: Point...) {
    press(start)
    for point in points { send(.pointerMoved(point, [])) }
    send(.pointerUp(points.last ?? start, .left, []))
  }

  func wait(_ seconds: Double) {
    time += seconds
    _ = editor.advance(to: time)
  }

  func control(_ label: String) -> Control? {
    func find(_ control: Control) -> Control? {
      // Captions are called like what they stand before.
      if control.label == label, !control.isHidden, control.accessibility.role != .text { return control }
      return control.children.lazy.compactMap(find).first
    }
    return panel.flatMap(find)
  }

  func perform(_ action: AccessibilityAction, on id: String) -> Bool {
    defer { editor.receiveMail(at: time) }
    return editor.host.perform(action, on: id, at: time)
  }
}
