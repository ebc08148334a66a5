import Colors
import Geometry
import Input
import Scene
import Testing

@testable import Controls

@Suite struct DragOutTests {
  /// Writes down what it is asked to carry.
  private final class Carrier: DragCarrier {
    var log: [String] = []
    var window = Rect(x: 0, y: 0, width: 400, height: 300)
    var cards: [DragReception: Size] = [:]

    func isOverWindow(_ point: Point) -> Bool { window.contains(point) }
    func begin(_ offer: DragOffer, card: (DragReception) -> (layer: Layer, size: Size)) {
      log.append("begin \(offer.title)")
      for reception in DragReception.allCases { cards[reception] = card(reception).size }
    }
    func move(to point: Point) { log.append("move \(Int(point.x)),\(Int(point.y))") }
    func comeBack() { log.append("back") }
    func drop() { log.append("drop") }
    func cancel() { log.append("cancel") }
  }

  private let target = Recorder("target", Rect(x: 200, y: 0, width: 200, height: 300))
  private let carrier = Carrier()

  /// Begins a drag in the middle of the window.
  private func drive(offer: DragOffer?) -> HostDriver {
    let source = Recorder("source", Rect(x: 0, y: 0, width: 200, height: 300))
    target.offer = DropProposal("Put here")
    let driver = HostDriver([source, target])
    driver.host.dragCarrier = carrier
    driver.send(.pointerMoved(Point(50, 50), []))
    driver.send(.pointerDown(Point(50, 50), .left, clicks: 1, []))
    driver.host.beginDrag(.text("red"), preview: Layer(dragged: .black, driver.host.interface), offer: offer)
    return driver
  }

  @Test func `what leaves the window is carried out, and what comes back is dropped inside`() {
    let driver = drive(offer: .color(.black))
    driver.send(.pointerMoved(Point(300, 50), []))
    #expect(target.log == ["moved"] && carrier.log.isEmpty)

    driver.send(.pointerMoved(Point(500, 50), []))
    driver.send(.pointerMoved(Point(600, 60), []))
    #expect(target.log == ["moved", "left"])
    driver.send(.pointerMoved(Point(300, 50), []))
    driver.send(.pointerMoved(Point(450, 50), []))
    driver.send(.pointerMoved(Point(310, 20), []))
    driver.send(.pointerUp(Point(310, 20), .left, []))

    #expect(
      carrier.log == [
        "begin #000000", "move 500,50", "move 600,60", "back", "move 450,50", "back", "cancel",
      ])
    #expect(target.log.contains("drop 110.0,20.0"))
    #expect(Set(carrier.cards.values).count == 1, "what follows the pointer does not change its size")
  }

  @Test func `what is let go outside is dropped there, and Escape gives it up`() {
    let driver = drive(offer: .color(.black))
    driver.send(.pointerMoved(Point(500, 50), []))
    driver.send(.pointerUp(Point(500, 50), .left, []))
    #expect(carrier.log.last == "drop" && !target.log.contains { $0.hasPrefix("drop") })

    carrier.log = []
    let other = drive(offer: .color(.black))
    other.send(.pointerMoved(Point(-20, 50), []))
    other.key(.escape)
    other.send(.pointerUp(Point(-20, 50), .left, []))
    #expect(carrier.log == ["begin #000000", "move -20,50", "cancel"])
  }

  @Test func `what other programs are not offered stays in the window`() {
    let driver = drive(offer: nil)
    driver.send(.pointerMoved(Point(500, 50), []))
    driver.send(.pointerUp(Point(500, 50), .left, []))
    #expect(carrier.log.isEmpty)
  }

  @Test func `a colour is offered as four numbers of 16 bits, and as text`() throws {
    let offer = DragOffer.color(RGBA(bytes: 200, 16, 46, 128))
    let numbers = try #require(offer.kinds.first { $0.kind == "application/x-color" }).bytes.withUnsafeBytes {
      Array($0.bindMemory(to: UInt16.self))
    }
    #expect(numbers == [200, 16, 46, 128].map { $0 * 257 })
    #expect(offer.kinds.last == Clipboard.Offer("text/plain", Array("#c8102e80".utf8)))
  }
}
