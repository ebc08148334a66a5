import Controls
import Posters

extension NumberSlider {
  /// Creates a slider for a number of the poster; each gesture is one undo step.
  convenience init(
    _ label: String, _ session: EditorSession, _ edit: PosterEdit, range: ClosedRange<Double>,
    values: ClosedRange<Double>? = nil, scale: Slider.Scale? = nil, display: Display = .percent,
    snap: @escaping (Double) -> Double = { $0 }, set: @escaping (inout Poster, Double) -> Void
  ) {
    self.init(
      label: label, range: range, values: values, scale: scale, display: display,
      clipboard: session.clipboard,
      snap: snap
    ) { [unowned session] value, phase in session.change(edit, phase) { set(&$0, value) } }
    onCancel = { [unowned session] in session.giveUpGesture(edit) }
  }

  /// Creates a slider for a number of letters or lines, which `change` sets; each gesture is one undo step.
  convenience init(
    _ label: String, _ session: EditorSession, _ edit: PosterEdit, range: ClosedRange<Double>,
    values: ClosedRange<Double>? = nil, scale: Slider.Scale? = nil, display: Display = .percent,
    snap: @escaping (Double) -> Double = { $0 }, change: @escaping (Double, ChangePhase) -> Void
  ) {
    self.init(
      label: label, range: range, values: values, scale: scale, display: display,
      clipboard: session.clipboard, snap: snap, onChange: change)
    onCancel = { [unowned session] in session.giveUpGesture(edit) }
  }
}

extension NumberField {
  /// Creates a field for a length of the poster in millimetres; each change is one undo step.
  ///
  /// A length that is `stored` as a fraction of a side of the page passes that side; the fraction is kept within
  /// `limits`.
  convenience init(
    _ label: String, _ session: EditorSession, _ edit: PosterEdit, range: ClosedRange<Double>,
    _ stored: WritableKeyPath<Poster, Double>, of side: KeyPath<Page, Double>? = nil,
    within limits: ClosedRange<Double> = -.infinity...(.infinity)
  ) {
    let length = side.map { session.poster.page[keyPath: $0] } ?? 1
    self.init(
      label: label, range: range, value: session.poster[keyPath: stored] * length, decimals: 1, unit: "mm",
      clipboard: session.clipboard
    ) { [unowned session] value, phase in
      session.change(edit, phase) { poster in
        guard let side else { return poster[keyPath: stored] = value }
        let share = (value / poster.page[keyPath: side] * 1e6).rounded() / 1e6
        poster[keyPath: stored] = min(max(share, limits.lowerBound), limits.upperBound)
      }
    }
    onCancel = { [unowned session] in session.giveUpGesture(edit) }
  }
}
