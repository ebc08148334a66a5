import Controls
import Geometry
import Heraldry
import Input
import Posters

/// The parts of a crown by the rules of its family; each change is drawn on the poster at once.
final class DesignTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private lazy var drawings = NewestTask<Drawing>(session.tasks)
  private let designer: any CrownDesigning
  /// The design that was drawn or asked for last from here.
  private var design: CrownDesign
  /// The crown that was drawn last from here; another one on the poster is taken up.
  private var drawn: Emblem?
  private var idle: [String] = []

  /// A crown that was drawn, and the parts whose choice would change nothing.
  private struct Drawing: Sendable {
    let emblem: Emblem
    let idle: [String]
  }

  init(_ session: EditorSession, _ editing: CrownEditing, _ tools: CrownTools) {
    self.session = session
    self.editing = editing
    design = session.poster.emblem.design ?? CrownCatalogue.poster.design
    drawn = session.poster.emblem
    designer = tools.makeDesigner(design, session.seed)
    super.init(label: "Design")
    addChild(designer)
    designer.onChange = { [unowned self] in apply($0, $1) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { designer.firstFocus }

  /// Draws another design, in the course of a gesture or as a step.
  private func apply(_ wanted: CrownDesign, _ phase: ChangePhase) {
    guard wanted != design || phase == .final || session.poster.emblem != drawn else { return }
    guard session.mayChange() else { return refresh() }
    design = wanted
    drawings.run(isFinal: phase == .final) {
      let path = try wanted.drawing().outline()
      // What is idle can wait until the gesture is over.
      return Drawing(
        emblem: .drawing(path, source: "design:" + wanted.text),
        idle: phase == .final ? wanted.idleOptions() : [])
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let drawing):
        drawn = drawing.emblem
        if phase == .final { idle = drawing.idle }
        editing.design(drawing.emblem, phase)
      case .failure(let fault): session.say(fault.description)
      }
      designer.show(design, idle: idle)
    }
  }

  /// Takes up the crown that the poster has now.
  func refresh() {
    let emblem = session.poster.emblem
    if emblem != drawn, let other = emblem.design {
      (design, drawn, idle) = (other, emblem, [])
    }
    designer.show(design, idle: idle)
  }

  override func layOut(_ interface: Interface) { designer.frame = bounds }
}
