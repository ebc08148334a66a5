import Controls
import Geometry
import Posters
import Publishing

// Changes of codes, pictures and drawings.
extension EditorSession {
  /// Changes an element as a step or during a gesture.
  func changeElement(
    _ index: Int, _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Poster.Element) -> Void
  ) {
    guard poster.elements.indices.contains(index) else { return }
    self.change(edit, phase) { change(&$0.elements[index]) }
  }

  /// Adds an element in a free place or at one in fractions of the page, and selects it.
  func add(_ content: Poster.Element.Content, _ edit: PosterEdit, at place: Point? = nil) {
    guard mayChange() else { return }
    guard poster.elements.count < Poster.Element.most else {
      return say(
        interface.language.localized(
          "A poster takes up to {most} codes and pictures", ["most": String(Poster.Element.most)]))
    }
    change(edit) { poster in
      poster.elements.append(Poster.Element(content))
      poster.placeFreely(poster.elements.count - 1, center: place, typesetter: typesetter)
    }
    selectedElement = poster.elements.count - 1
  }

  /// Adds a code, whose contents are to be typed.
  func addCode() { add(.code(Barcode(.link("example.org"))), .newCode) }

  /// Adds what a text names: a file, an emoji, or a crown of the library; in a free place or at one in fractions of the
  /// page.
  func addFigure(_ words: String, at place: Point? = nil) {
    let decoder = pictures
    tasks.run({ () -> NamedFigure in
      let emblem = try PosterSources.emblem(words, by: decoder)
      return NamedFigure(emblem: emblem, isTinted: emblem.isTintedByItself(by: decoder))
    }) { [unowned self] result in
      switch result {
      case .success(let figure):
        add(.figure(figure.emblem, isTinted: figure.isTinted), .newPicture, at: place)
      case .failure(let fault): say(fault.message)
      }
    }
  }

  /// Replaces a picture or drawing by what a text names; its place and width stay.
  func replaceFigure(_ index: Int, by words: String) {
    guard poster.elements.indices.contains(index), mayChange() else { return }
    let (decoder, before) = (pictures, poster.elements[index].content)
    tasks.run({ () -> NamedFigure in
      let emblem = try PosterSources.emblem(words, by: decoder)
      return NamedFigure(emblem: emblem, isTinted: emblem.isTintedByItself(by: decoder))
    }) { [unowned self] result in
      switch result {
      case .success(let figure):
        // Meanwhile the person may have changed it.
        guard poster.elements.indices.contains(index), poster.elements[index].content == before else {
          return
        }
        changeElement(index, .elementPicture) {
          $0.content = .figure(figure.emblem, isTinted: figure.isTinted)
        }
      case .failure(let fault): say(fault.message)
      }
    }
  }

  /// The ways of an element in the order of all, the last of which is in front.
  enum OrderChange: CaseIterable {
    case forward, backward, front, back
  }

  /// Returns the place of an element after a change of the order; nil if it stays.
  func place(of index: Int, after change: OrderChange) -> Int? {
    let last = poster.elements.count - 1
    let place =
      switch change {
      case .forward: min(index + 1, last)
      case .backward: max(index - 1, 0)
      case .front: last
      case .back: 0
      }
    return poster.elements.indices.contains(index) && place != index ? place : nil
  }

  /// Moves an element in front of others or behind them; returns its new place, or nil if it stays.
  @discardableResult
  func reorder(_ index: Int, _ change: OrderChange) -> Int? {
    guard let place = place(of: index, after: change), mayChange() else { return nil }
    self.change(.elementOrder) { poster in
      poster.elements.insert(poster.elements.remove(at: index), at: place)
    }
    selectedElement = place
    return place
  }

  private struct NamedFigure: Sendable {
    let emblem: Emblem
    let isTinted: Bool
  }

  /// Removes an element, and moves the focus from it to the poster.
  func removeElement(_ index: Int) {
    guard poster.elements.indices.contains(index), mayChange() else { return }
    selectedElement = nil
    change(.noElement) { $0.elements.remove(at: index) }
  }

  /// The places of an element within the margins of the page.
  enum Alignment: CaseIterable {
    case left, center, right, top, middle, bottom
  }

  /// Moves an element to an edge of the margins, or to the middle of the page.
  func align(_ index: Int, _ alignment: Alignment) {
    guard let placed = draft.layout.elements.first(where: { $0.index == index }) else { return }
    let page = draft.layout.page
    let room = poster.margins.frame(on: page)
    let (half, tall) = (placed.frame.width / 2, placed.frame.height / 2)
    var center = placed.frame.center
    switch alignment {
    case .left: center.x = room.minX + half
    case .center: center.x = page.midX
    case .right: center.x = room.maxX - half
    case .top: center.y = room.minY + tall
    case .middle: center.y = page.midY
    case .bottom: center.y = room.maxY - tall
    }
    func kept(_ share: Double) -> Double { (min(max(share, 0), 1) * 1e6).rounded() / 1e6 }
    let place = Point(kept(center.x / page.width), kept(center.y / page.height))
    changeElement(index, .elementPlace) { $0.center = place }
  }

  /// The commands for elements.
  var elementCommands: [Command] {
    let (language, selected) = (interface.language, selectedElement)
    let group = language.localized("Codes and pictures")
    func command(_ id: String, _ title: String, _ action: @escaping () -> Void) -> Command {
      Command("element.\(id)", title, group: group, isEnabled: selected != nil) { _ in action() }
    }
    var code = Command("element.code", language.localized("Add a code"), group: group) { [unowned self] _ in
      addCode()
    }
    code.shortcuts = [.controlShift("q")]
    guard let selected else { return [code] }
    let order = OrderChange.allCases.map { change in
      Command(
        "element.\(change)", title(of: change), group: group,
        isEnabled: place(of: selected, after: change) != nil
      ) { [unowned self] _ in reorder(selected, change) }
    }
    return [code] + order + [
      command("remove", language.localized("Remove the code or picture")) { [unowned self] in
        removeElement(selected)
      },
      command("left", language.localized("Align with the left margin")) { [unowned self] in
        align(selected, .left)
      },
      command("center", language.localized("Centre on the page")) { [unowned self] in align(selected, .center)
      },
      command("right", language.localized("Align with the right margin")) { [unowned self] in
        align(selected, .right)
      },
      command("top", language.localized("Align with the top margin")) { [unowned self] in
        align(selected, .top)
      },
      command("middle", language.localized("Centre between top and bottom")) { [unowned self] in
        align(selected, .middle)
      },
      command("bottom", language.localized("Align with the bottom margin")) { [unowned self] in
        align(selected, .bottom)
      },
    ]
  }

  /// Returns a change of the order in words.
  func title(of change: OrderChange) -> String {
    let language = interface.language
    return switch change {
    case .forward: language.localized("Bring forward")
    case .backward: language.localized("Send backward")
    case .front: language.localized("Bring to the front")
    case .back: language.localized("Send to the back")
    }
  }
}
