import Controls
import Geometry
import Posters

/// What stands above the text, and how large it is.
final class CrownSection {
  private let session: EditorSession
  /// Opens what chooses another crown, beside a control.
  var onChoose: (Control) -> Void = { _ in }

  private lazy var choose: Button = Button("Choose…", kind: .plain) { [unowned self] _ in
    onChoose(self.choose)
  }
  private lazy var none = Button("None", kind: .plain) { [unowned self] _ in
    session.change(.noCrown) { $0.emblem = .none }
  }
  private lazy var size = Slider(
    label: "Size of the crown", range: 0.25...3, scale: .logarithmic(factor: 1.05)
  ) { [unowned self] value, phase, _ in
    // The size of 1939 is taken where it is nearly meant.
    let scale = abs(value - 1) < 0.04 ? 1 : (value * 1000).rounded() / 1000
    session.change(.crownSize, phase) { $0.emblemScale = scale }
  }
  private lazy var right = way("Crown to the right", \.dx, of: \.width)
  private lazy var down = way("Crown down", \.dy, of: \.height)
  private lazy var tint = Toggle("In the ink") { [unowned self] isOn, _ in
    session.change(isOn ? .crownInInk : .crownInItsColors) { $0.tintsEmblem = isOn }
  }
  private let name = Words()

  init(_ session: EditorSession) { self.session = session }

  /// A field of how far the crown stands from its usual place in millimetres, which is stored as a part of the page.
  private func way(
    _ label: String, _ path: WritableKeyPath<Vector, Double>, of side: KeyPath<Page, Double>
  ) -> NumberField {
    NumberField(
      label: label, range: -Page.sides.upperBound...Page.sides.upperBound,
      value: session.poster.emblemOffset[keyPath: path] * session.poster.page[keyPath: side], decimals: 1,
      unit: "mm", clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final else { return }
      let length = session.poster.page[keyPath: side]
      let share = min(max((value / length * 1e6).rounded() / 1e6, -1), 1)
      guard abs(session.poster.emblemOffset[keyPath: path] - share) * length >= 0.05 else {
        return session.onChange()
      }
      session.change(.crownPlace) { $0.emblemOffset[keyPath: path] = share }
    }
  }

  var section: Form.Section {
    let emblem = session.poster.emblem
    name.text = emblem.words
    size.value = session.poster.emblemScale
    none.isEnabled = emblem != .none
    var rows = [
      Form.Row(controls: [name], height: Words.height(lines: 1)), Form.Row(controls: [choose, none]),
    ]
    if emblem != .none {
      let (offset, page) = (session.poster.emblemOffset, session.poster.page)
      right.value = offset.dx * page.width
      down.value = offset.dy * page.height
      rows.append(Form.Row(caption: "Size", controls: [size]))
      rows.append(Form.Row(caption: "Right, down", controls: [right, down]))
    }
    if case .picture = emblem {
      tint.isOn = session.poster.tintsEmblem
      rows.append(Form.Row(controls: [tint]))
    }
    return Form.Section(title: "Crown", rows: rows)
  }
}
