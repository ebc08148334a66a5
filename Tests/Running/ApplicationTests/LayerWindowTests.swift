import Application
import Controls
import Geometry
import Input
import Scene
import Testing

@Suite struct LayerWindowTests {
  private let dark = WindowAppearance(theme: Theme(.dark, hasHighContrast: true), textScale: 1.5)

  @Test func `the appearance is known at once, and each change of it is told once`() {
    var told: [WindowAppearance] = []
    let window = LayerWindow(appearance: dark) { _, input in
      #expect(input.appearance == dark && input.appearance.isDark && input.appearance.hasHighContrast)
      input.onAppearance { [input] appearance in
        #expect(input.appearance == appearance)
        told.append(appearance)
      }
    }
    #expect(told == [dark] && !window.reducesMotion)

    window.setAppearance(dark)
    window.reducesMotion = true
    window.reducesMotion = true
    let calm = WindowAppearance(theme: Theme(.light), reducesMotion: true, textScale: 1)
    window.setAppearance(calm)
    window.setTheme(Theme(.light))

    var still = dark
    still.reducesMotion = true
    #expect(told == [dark, still, calm])
  }

  /// Contents that know only the theme and reduced motion follow the rest of the loop's message by these.
  @Test func `a content of one's own follows a new appearance by its theme and its motion`() {
    let content = Follower()

    (content as any WindowContent).setAppearance(
      WindowAppearance(theme: Theme(.dark), reducesMotion: true, textScale: 2))

    #expect(content.theme == Theme(.dark) && content.reducesMotion)
    #expect(content.pointer == nil && content.textInput == nil)
  }

  @Test func `text is taken only where the client says`() {
    let field = Layer()
    var events: [InputEvent] = []
    let window = LayerWindow { _, input in
      input.onEvent { event, _ in
        events.append(event)
        guard case .pointerDown = event else { return }
        input.textInput = TextInput(in: field, caret: Rect(x: 1, y: 2, width: 3, height: 4))
      }
    }
    #expect(window.textInput == nil)

    window.handle(.pointerDown(.zero, .left, clicks: 1, []), at: 0)
    window.handle(.composition(Composition("にほ")), at: 1)
    window.handle(.text("日本"), at: 2)

    #expect(window.textInput?.receiver === field)
    #expect(window.textInput?.caret == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(events.dropFirst() == [.composition(Composition("にほ")), .text("日本")])
  }

  @Test func `the pointer is known while it is in the window`() {
    let window = LayerWindow { _, _ in }
    #expect(window.pointer == nil)

    window.handle(.pointerMoved(Point(3, 4), []), at: 0)
    #expect(window.pointer == Point(3, 4))
    window.handle(.key(.escape, [], isRepeat: false), at: 1)
    #expect(window.pointer == Point(3, 4))
    window.handle(.pointerLeft, at: 2)
    #expect(window.pointer == nil)
  }

  @Test func `assistive tools read and use what the client describes`() {
    var value = "old"
    let window = LayerWindow { _, input in
      input.onDescribe {
        var node = AccessibilityNode(
          role: .textField, label: "Name", value: value, actions: [.setValue], frame: .zero)
        node.id = "name"
        return [node]
      }
      input.onRequest { action, id, _ in
        guard id == "name", case .setText(let text) = action else { return false }
        value = text
        return true
      }
    }
    window.layOut(size: Size(30, 20), scale: 1)

    #expect(window.accessibility.role == .window && window.accessibility.frame.size == Size(30, 20))
    #expect(window.perform(.setText("new"), on: "name", at: 0) && value == "new")
    #expect(window.accessibility.children.map(\.value) == ["new"])
    #expect(!window.perform(.press, on: "name", at: 0) && !window.perform(.setText("x"), on: "other", at: 0))
  }

  @Test func `a client reads the clipboard, and closes its window`() {
    let clipboard = Clipboard.local()
    clipboard.write("copied")
    let window = LayerWindow(clipboard: clipboard) { _, input in
      #expect(input.clipboard.read() == "copied")
      input.onEvent { _, _ in input.close() }
    }
    #expect(!window.isFinished)

    window.handle(.pointerLeft, at: 0)

    #expect(window.isFinished)
  }
}

/// A content that knows nothing of appearances, pointers and text.
private final class Follower: WindowContent {
  let layer = Layer()
  let background = Theme(.light).window
  var reducesMotion = false
  var theme = Theme(.light)
  let cursor = CursorShape.arrow
  let isFinished = false
  let accessibility = AccessibilityNode(role: .window, label: "", frame: .zero)

  func layOut(size: Size, scale: Double) {}
  func handle(_ event: InputEvent, at time: Double) {}
  func advance(to time: Double) -> Double? { nil }
  func close() {}
  func setTheme(_ theme: Theme) { self.theme = theme }
}
