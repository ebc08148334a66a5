import Application
import Controls
import Geometry
import Input
import Motion
import Scene
import Text
import Typography

WindowProgram.main("Note", size: Size(480, 96)) { environment in
  LayerWindow(environment) { tree, input in
    let font = Font(size: 28)
    let (field, words, underline, caret) = (Layer(), Layer(), Layer(), Layer())
    tree.root.addSublayer(field)
    for layer in [words, underline, caret] { field.addSublayer(layer) }
    field.cornerRadius = Theme.fieldRadius
    field.masksToBounds = true
    var (text, composition) = ("", Composition.none)

    func width(_ text: String) -> Double { environment.typesetter.line(text, font: font).width }

    // Shows the text, the underlined composition at its end, and the caret, which glides there at a time of input.
    func show(at time: Double? = nil) {
      let theme = input.appearance.theme
      let whole = text + composition.text
      let place = width(text + composition.text.prefix(composition.caret))
      let start = min(12, field.bounds.width - 16 - place)
      words.contents = .text(TextContents(whole, font: font, color: theme.ink, baseline: 38))
      words.position = Point(start, 0)
      underline.backgroundColor = theme.ink
      underline.frame = Rect(x: start + width(text), y: 46, width: width(whole) - width(text), height: 1.5)
      caret.backgroundColor = theme.highlight
      let isStill = time == nil || input.appearance.reducesMotion
      tree.transact(Transaction(at: time ?? 0, action: isStill ? .none : .spring(.interface))) {
        caret.frame = Rect(x: start + place, y: 12, width: 2, height: 36)
      }
      // Candidates of the input method appear beside it.
      input.textInput = TextInput(in: field, caret: caret.frame.offset(by: field.frame.origin - .zero))
    }

    input.onEvent { event, time in
      switch event {
      case .text(let typed): text += typed
      case .composition(let composed): composition = composed
      case .key(.backspace, _, _): _ = text.popLast()
      case .key(.character("v"), .control, _): text += input.clipboard.read() ?? ""
      case .key(.enter, _, _):
        print(text)
        input.close()
      default: return
      }
      show(at: time)
    }
    input.onResize { size in
      field.frame = Rect(x: 16, y: 18, width: size.width - 32, height: 60)
      show()
    }
    input.onAppearance { appearance in
      tree.root.backgroundColor = appearance.theme.window
      field.backgroundColor = appearance.theme.raised
      show()
    }
    input.onDescribe {
      var node = AccessibilityNode(
        role: .textField, label: "Note", value: text, actions: [.setValue, .focus],
        frame: field.frame, isFocused: true)
      node.id = "note"
      node.text = .init(caret: text.count, selection: text.count..<text.count)
      return [node]
    }
    input.onRequest { action, _, time in
      switch action {
      case .focus: return true
      case .setText(let words): text = words
      default: return false
      }
      show(at: time)
      return true
    }
  }
}
