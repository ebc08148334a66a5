import Geometry
import Input
import Localization
import Scene
import Testing
import Typography
import WindowSupport

@testable import Controls

/// Controls in a window that is laid out from right to left.
@Suite struct RightToLeftTests {
  private let language = MirroredWindow.language
  private final class Told {
    var values: [Double] = []
    var choices: [Int] = []
  }
  private let told = Told()

  /// One of each control, from top to bottom.
  private func controls() -> [Control] {
    let told = told
    let slider = Slider(label: "Size", range: 0...10, scale: .linear(step: 1)) { value, _, _ in
      told.values.append(value)
    }
    slider.value = 3
    let segments = SegmentedChoice(label: "Way", choices: ["One", "Two", "Three"], index: 1) { index, _ in
      told.choices.append(index)
    }
    let field = TextField(
      label: "Name", clipboard: .local(), delegate: .init(edited: { _, _ in nil }))
    field.show("Calm sea")
    let search = TextField(searchFor: "Search", placeholder: "Search all", clipboard: .local()) { _ in }
    search.show("tea")
    let number = NumberSlider(label: "Share", range: 0...1, clipboard: .local()) { _, _ in }
    number.value = 0.25
    let list = ScrollView(Recorder("rows", Rect(x: 0, y: 0, width: 200, height: 900)))
    let controls: [Control] = [
      slider, segments, field, search, number,
      ChoiceSwitch(label: "Fit", choices: ["Loose", "Tight"]) { _ in },
      Button("Done") {}, Toggle("On") { _, _ in }, list,
    ]
    for (index, control) in controls.enumerated() {
      control.frame = Rect(x: 10 + Double(index) * 7, y: 10 + 40 * Double(index), width: 210, height: 30)
    }
    return controls
  }

  private func driver(_ language: Language, _ controls: [Control]) -> HostDriver {
    HostDriver(size: Size(400, 500), language: language, controls)
  }

  private func control<Kind: Control>(_ kind: Kind.Type, in controls: [Control]) throws -> Kind {
    try #require(controls.lazy.compactMap { $0 as? Kind }.first)
  }

  @Test func `all extents are the mirror image of those from left to right, and are where controls are hit`()
  {
    let (plain, mirrored) = (driver(.english, controls()), driver(language, controls()))
    let window = MirroredWindow(plain: plain.described, mirrored: mirrored.described)

    #expect(window.faults == [])
    #expect(window.targets.count > 8)
    #expect(window.strayTargets(plain.host, mirrored.host) == [])
  }

  @Test func `boxes are drawn as their mirror image, and no text is turned over`() {
    func items(_ driver: HostDriver) -> [DisplayList.Item] {
      var list = DisplayList()
      list.record(driver.tree.root)
      return list.items
    }
    let (plain, mirrored) = (
      items(driver(.english, controls())), items(driver(language, controls()))
    )

    #expect(plain.count == mirrored.count)
    for (plain, mirrored) in zip(plain, mirrored) {
      switch (plain.shape, mirrored.shape) {
      case (.box(let before, _, _, _, _), .box(let after, _, _, _, _)):
        let (a, b) = (plain.transform.boundingBox(of: before), mirrored.transform.boundingBox(of: after))
        #expect((a.minX + b.maxX - 400).magnitude < 1e-6 && (a.minY - b.minY).magnitude < 1e-6)
      case (.text(let before, _), .text(let after, _)):
        #expect(before == after && mirrored.transform.m11 > 0)
      default: break
      }
    }
  }

  @Test func `text is at the right edge of its place, and at the left one with trailing alignment`() {
    let interface = Interface(
      typesetter: Typesetter(), theme: Theme(.light), scale: 1, language: language)
    let width = interface.line("Sea", style: Theme.body).width
    for (alignment, left) in [
      (HorizontalAlignment.leading, 300 - width), (.center, 200 - width / 2), (.trailing, 100),
    ] as [(HorizontalAlignment, Double)] {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 100))
      root.layoutDirection = .rightToLeft
      root.addSublayer(
        Layer(
          "Sea", style: Theme.body, color: .black, in: Rect(x: 100, y: 0, width: 200, height: 20),
          alignment: alignment, interface))
      var list = DisplayList()
      list.record(root)

      #expect((list.items[0].transform.m41 - left).magnitude < 1e-6)
    }
  }

  @Test func `a slider grows toward the left, by the pointer and by the left arrow key`() throws {
    let all = controls()
    let slider = try control(Slider.self, in: all)
    let driver = driver(language, all)
    let seen = try #require(driver.described.all.first { $0.label == "Size" }).frame
    driver.host.setFocus(slider)
    driver.key(.left)
    driver.key(.right)
    driver.key(.right)
    driver.click(Point(seen.minX + 12, seen.midY))
    driver.click(Point(seen.maxX - 12, seen.midY))

    #expect(told.values.first == 4 && Array(told.values.prefix(3)) == [4, 3, 2])
    #expect(told.values.last.map { $0 < 1 } == true && told.values[3] > 9)
  }

  @Test func `arrow keys go to the segment that is seen on their side`() throws {
    let all = controls()
    let driver = driver(language, all)
    driver.host.setFocus(try control(SegmentedChoice.self, in: all))
    let left = try #require(
      driver.described.all.filter { $0.role == .radioButton }.min { $0.frame.minX < $1.frame.minX })
    driver.key(.left)

    #expect(told.choices == [2] && left.label == "Three")
  }

  @Test func `arrow keys move the focus to the neighbour on their side`() {
    let pair = ["a", "b"].enumerated().map {
      Recorder($1, Rect(x: Double($0) * 60, y: 0, width: 50, height: 20))
    }
    let group = Recorder("group", Rect(x: 20, y: 20, width: 200, height: 40), children: pair)
    group.group = .horizontal
    group.canFocus = false
    let driver = driver(language, [group])
    driver.host.setFocus(pair[0])
    driver.key(.left)

    #expect(driver.focus == "b")
  }

  @Test func `a control from left to right in a mirrored window has what is seen`() throws {
    let inner = Recorder("inner", Rect(x: 10, y: 10, width: 30, height: 20))
    let upright = Recorder("upright", Rect(x: 50, y: 40, width: 120, height: 100), children: [inner])
    upright.layoutDirection = .leftToRight
    upright.keys = [.left]
    inner.keys = [.right]
    let driver = driver(language, [upright])
    // From the left of the window: 400 − 170.
    let frames = ["upright", "inner"].map { label in driver.described.all.first { $0.label == label }?.frame }
    driver.click(Point(230 + 10 + 4, 40 + 10 + 6))
    driver.host.setFocus(inner)
    driver.key(.right)
    driver.host.setFocus(upright)
    driver.key(.left)

    #expect(frames[0] == Rect(x: 230, y: 40, width: 120, height: 100))
    #expect(frames[1] == Rect(x: 240, y: 50, width: 30, height: 20))
    #expect(inner.log.first?.hasPrefix("down 4.0,6.0") == true)
    #expect(inner.log.contains { $0.hasPrefix("key Right") })
    #expect(upright.log.contains { $0.hasPrefix("key Left") })
    #expect(inner.convert(fromWindow: inner.convert(toWindow: Point(3, 4))) == Point(3, 4))
  }

  @Test func `sideways turns of the wheel follow what is seen`() {
    final class Turned: Control {
      var notches: [Double] = []
      override func wheel(_ event: WheelEvent) -> Bool {
        notches.append(event.notches.dx)
        return true
      }
    }
    let turned = Turned(label: "wide")
    turned.frame = Rect(x: 0, y: 0, width: 400, height: 100)
    let driver = driver(language, [turned])
    driver.send(.wheel(Point(200, 50), Vector(2, 0), []))

    #expect(turned.notches == [-2])
  }

  @Test func `a menu opens toward the left of its button, and Left opens what lies in a row`() throws {
    let row = Menu.Item.submenu("Colour", Menu(groups: [[Command("red", "Red") { _ in }]]))
    var menu = Menu([row])
    menu.highlighted = 0
    let button = Recorder("button", Rect(x: 10, y: 10, width: 60, height: 20))
    let driver = HostDriver(size: Size(900, 500), language: language, [button])
    driver.host.showMenu(menu, below: button)
    func menus() -> [Rect] { driver.described.all.filter { $0.role == .menu }.map(\.frame) }
    let opened = try #require(menus().first)
    driver.key(.left)
    let both = menus()

    // The button is at the right of the window, and the menu ends where the button does.
    #expect((opened.maxX - 890).magnitude < 1 && opened.minY >= 30)
    #expect(both.count == 2 && both[1].maxX <= both[0].minX + 1)
    driver.key(.right)
    #expect(menus().count == 1)
  }

  // MARK: Text

  private func edited(_ text: String, _ language: Language) -> (TextField, HostDriver) {
    let field = TextField(label: "Name", clipboard: .local(), delegate: .init(edited: { _, _ in nil }))
    field.frame = Rect(x: 10, y: 10, width: 200, height: 32)
    field.show(text)
    let driver = driver(language, [field])
    driver.host.setFocus(field)
    return (field, driver)
  }

  private func node(_ driver: HostDriver) throws -> AccessibilityNode {
    try #require(driver.described.all.first { $0.role == .textField })
  }

  @Test func `a text stands at the right of its field and reads as ever`() throws {
    let (_, driver) = edited("calm", language)
    let node = try node(driver)
    let letters = node.characterFrames

    #expect(node.frame == Rect(x: 190, y: 10, width: 200, height: 32))
    #expect(letters.map(\.minX) == letters.map(\.minX).sorted())
    #expect(letters.last.map { (382 - $0.maxX).magnitude < 1 } == true)
  }

  @Test(arguments: [Language.english, MirroredWindow.language], ["calm sea", "שלום עולם"])
  func `a press puts the caret between the letters seen there`(language: Language, text: String) throws {
    let (_, driver) = edited(text, language)
    let letters = try node(driver).characterFrames
    for (index, letter) in letters.enumerated() {
      driver.click(Point(letter.midX - 0.3 * letter.width, letter.midY))
      let place = try #require(try node(driver).text).caret
      let caret = try #require(driver.host.caretFrame)

      #expect(place == (text == "calm sea" ? index : index + 1))
      #expect((caret.midX - letter.minX).magnitude < 1.5)
    }
  }

  @Test(arguments: [Language.english, MirroredWindow.language], ["calm sea", "שלום עולם"])
  func `Left moves the caret to the left in every text`(language: Language, text: String) throws {
    for modifiers in [Modifiers(), .control] {
      let (_, driver) = edited(text, language)
      driver.key(text == "calm sea" ? .end : .home)
      var places = [try #require(driver.host.caretFrame).minX]
      for _ in 0..<2 {
        driver.key(.left, modifiers)
        places.append(try #require(driver.host.caretFrame).minX)
      }

      #expect(places[0] > places[1] && places[1] > places[2])
    }
  }

  @Test func `what is selected lies behind its letters`() throws {
    let (field, driver) = edited("calm", language)
    let letters = try node(driver).characterFrames
    _ = field.perform(.selectText(1..<3), on: nil, at: 1)
    driver.host.settle()
    var list = DisplayList()
    list.record(driver.tree.root)
    let marks = list.items.compactMap { item -> Rect? in
      guard case .box(let rect, _, let fill?, _, _) = item.shape,
        fill == driver.host.interface.theme.selection
      else { return nil }
      return item.transform.boundingBox(of: rect)
    }

    #expect(marks.count == 1)
    #expect((marks[0].minX - letters[1].minX).magnitude < 1e-6)
    #expect((marks[0].maxX - letters[2].maxX).magnitude < 1e-6)
  }
}
