import Controls
import Geometry
import Heraldry
import Input
import Testing
import Typography

@testable import CrownBrowser
import Workers

@Suite struct CrownPickerTests {
  private final class Driver {
    let memory = MemoryCrowns()
    let host: ControlHost
    let picker: CrownPicker
    private let work = WorkGroup()
    var chosen: [String] = []
    var finished = 0
    var time = 1.0

    init(recent: [String] = [], selected: String? = nil) {
      memory.crowns = ["royal-one", "royal-two", "duke-three", "mine", "st-edward-four"].map { id in
        CrownItem(
          id: id, name: id.replacing("-", with: " "), tags: [], byteCount: 1, isOwn: id == "mine",
          bounds: Rect(x: 0, y: 0, width: 10, height: 10)
        ) { FoldedPath(Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))) }
      }
      picker = CrownPicker(
        source: memory.dataSource, selected: selected, recent: recent, clipboard: .local(), work: work)
      let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)
      interface.reducesMotion = true
      host = ControlHost(root: picker, interface: interface)
      host.layOut(size: Size(412, 540))
      host.setFocus(picker.firstFocus)
      settle()
      picker.onChoose = { [unowned self] id, _, _ in chosen.append(id) }
      picker.onFinish = { [unowned self] _ in finished += 1 }
    }

    func send(_ event: InputEvent) {
      time += 0.1
      host.handle(event, at: time)
      settle()
    }

    private func settle() {
      repeat {
        picker.receiveMail(at: time)
        _ = host.advance(to: time)
      } while work.finish()
    }

    func key(_ key: Key) { send(.key(key, [], isRepeat: false)) }

    func press(_ facet: String) -> Bool {
      defer { settle() }
      return host.perform(.press, on: "window/Families/\(facet)", at: time)
    }
  }

  @Test func `each crown of the catalogue is found in its own family`() {
    for entry in CrownCatalogue.all {
      let item = CrownItem(
        id: entry.id, name: entry.name, tags: [], byteCount: 0, isOwn: false, bounds: .zero
      ) { FoldedPath(Path()) }
      #expect(item.family == entry.family)
    }
  }

  @Test func `a family narrows down what Return takes, and words look in all of them again`() {
    let driver = Driver()
    #expect(driver.press("Duke's"))
    driver.key(.enter)
    #expect(driver.chosen == ["duke-three"] && driver.finished == 1)

    driver.send(.text("royal"))
    driver.key(.down)
    driver.key(.right)
    driver.send(.text(" "))
    #expect(driver.chosen.last == "royal-two" && driver.finished == 1)
  }

  @Test func `the crown that is chosen now is selected, and lately chosen ones come as they were chosen`() {
    let driver = Driver(recent: ["st-edward-four", "gone", "royal-one"], selected: "duke-three")
    driver.key(.enter)
    #expect(driver.chosen == ["duke-three"])

    #expect(driver.press("Recent"))
    driver.key(.home)
    driver.key(.enter)
    driver.key(.end)
    driver.key(.enter)
    #expect(Array(driver.chosen.dropFirst()) == ["st-edward-four", "royal-one"])
    #expect(driver.press("Your own"))
    driver.key(.enter)
    #expect(driver.chosen.last == "mine")
  }

  @Test func `Escape takes the words away, and is left to others where there are none`() {
    let driver = Driver()
    driver.send(.text("zzz"))
    driver.key(.enter)
    #expect(driver.chosen.isEmpty)
    driver.key(.escape)
    driver.key(.enter)
    #expect(driver.chosen.count == 1)
    #expect(!driver.picker.key(KeyEvent(.escape, time: 9)))
  }
}
