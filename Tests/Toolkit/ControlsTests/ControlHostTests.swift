import Colors
import Geometry
import Input
import Scene
import Testing

@testable import Controls

@Suite struct ControlHostTests {
  private let a = Recorder("a", Rect(x: 10, y: 10, width: 100, height: 40))
  private let b = Recorder("b", Rect(x: 10, y: 60, width: 100, height: 40))
  private let c = Recorder("c", Rect(x: 5, y: 5, width: 30, height: 30))

  // MARK: Pointer

  @Test func `an event carries time, modifiers and the point in the control's own coordinates`() {
    b.addChild(c)
    let driver = HostDriver([a, b])

    driver.send(.pointerDown(Point(25, 75), .left, clicks: 2, .shift), at: 3)
    driver.send(.pointerMoved(Point(300, 80), .control), at: 4)
    driver.send(.pointerUp(Point(301, 81), .left, []), at: 5)

    #expect(c.log == ["down 10.0,10.0 ×2 1 at 3.0", "drag 285.0,15.0 2 at 4.0", "up 286.0,16.0"])
    #expect(a.log.isEmpty && b.log.isEmpty)
  }

  @Test func `a press that a control leaves goes to its parent`() {
    b.addChild(c)
    c.takes = false
    let driver = HostDriver([a, b])

    driver.click(Point(25, 75))

    #expect(c.log == ["down 10.0,10.0 ×1 0 at 1.02"])
    #expect(b.log == ["down 15.0,15.0 ×1 0 at 1.02", "up 15.0,15.0"])
  }

  @Test func `the wheel goes up until somebody takes it`() {
    b.addChild(c)
    c.takes = false
    let driver = HostDriver([a, b])

    driver.send(.wheel(Point(25, 75), Vector(0, 1), []), at: 2)

    #expect(c.log == ["wheel 10.0,10.0 at 2.0"])
    #expect(b.log == ["wheel 15.0,15.0 at 2.0"])
    #expect(driver.root.log.isEmpty)
  }

  @Test func `a disabled control takes nothing, and what is hidden is not there`() {
    a.isEnabled = false
    let driver = HostDriver([a, b])
    driver.click(Point(20, 20))
    b.isHidden = true
    driver.click(Point(20, 70))

    #expect(a.log.isEmpty && b.log.isEmpty)
    #expect(driver.focus == nil)
  }

  @Test(arguments: [[], [1.2, 1.3], [1.5], [1.1, 1.6, 1.9]])
  func `a press that rests half a second is a long one, whichever frames are drawn`(frames: [Double]) {
    a.wantsLongPress = true
    let driver = HostDriver([a, b])

    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []), at: 1)
    for frame in frames { _ = driver.host.advance(to: frame) }
    driver.send(.pointerUp(Point(20, 20), .left, []), at: 2)

    #expect(a.log == ["down 10.0,10.0 ×1 0 at 1.0", "long at 1.5", "up 10.0,10.0"])
  }

  @Test func `a press that moves away is no long one`() {
    a.wantsLongPress = true
    let driver = HostDriver([a, b])
    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []), at: 1)
    driver.send(.pointerMoved(Point(26, 20), []), at: 1.2)

    #expect(driver.host.advance(to: 1.3) == nil)
    _ = driver.host.advance(to: 2)

    #expect(!a.log.contains { $0.hasPrefix("long") })
  }

  // MARK: Focus

  @Test func `Tab visits what can have the focus in order and around, Shift and Tab backwards`() {
    let hidden = Recorder("hidden", a.frame)
    hidden.isHidden = true
    b.addChild(c)
    let driver = HostDriver([a, hidden, b])
    var order: [String?] = []
    for _ in 0..<4 {
      driver.key(.tab)
      order.append(driver.focus)
    }
    driver.key(.tab, .shift)

    #expect(order == ["a", "b", "c", "a"])
    #expect(driver.focus == "c")
  }

  @Test func `Tab visits one control of a group with arrow keys and comes back to it`() {
    let group = Recorder("group", Rect(x: 0, y: 100, width: 200, height: 50))
    group.canFocus = false
    group.group = .horizontal
    let members = (0..<3).map { Recorder("m\($0)", Rect(x: Double($0) * 20, y: 0, width: 20, height: 20)) }
    for member in members { group.addChild(member) }
    let driver = HostDriver([a, group, b])

    driver.key(.tab)
    driver.key(.tab)
    #expect(driver.focus == "m0")
    driver.key(.right)
    #expect(driver.focus == "m1")
    driver.key(.up)
    #expect(driver.focus == "m1")
    driver.key(.tab)
    #expect(driver.focus == "b")
    driver.key(.tab, .shift)

    #expect(driver.focus == "m1")
  }

  @Test func `the ring is shown for the keyboard alone and has the control's own radius`() {
    let driver = HostDriver([a, b])
    driver.click(Point(20, 20))
    #expect(driver.focus == "a")
    let ring = driver.host.layer.sublayers.first { $0.name == "focus ring" }
    #expect(ring?.isHidden == true)

    driver.key(.tab)

    #expect(ring?.isHidden == false)
    #expect(ring?.frame == b.frame.outset(by: 3))
    #expect(ring?.cornerRadius == 14)
  }

  @Test func `a popover asks for the frame in which it is first drawn`() {
    let driver = HostDriver([a, b])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 80, height: 60))
    content.layer.backgroundColor = driver.host.interface.theme.accent
    func count(at time: Double) -> Int {
      var list = DisplayList()
      list.record(driver.tree.root, at: time)
      return list.items.count
    }
    driver.wait(1)
    let before = count(at: driver.time)

    driver.host.showPopover(content, from: a)
    let next = driver.host.advance(to: driver.time) ?? .infinity

    #expect(next <= driver.time + 0.02)
    driver.wait(1.0 / 60)
    #expect(count(at: driver.time) > before && driver.host.isShowing(content))
  }

  @Test func `a popover takes the focus, keeps Tab inside and gives it back`() {
    let driver = HostDriver([a, b])
    driver.key(.tab)
    let content = Recorder("content", Rect(x: 0, y: 0, width: 80, height: 60), children: [c])
    content.canFocus = false
    let other = Recorder("other", Rect(x: 40, y: 5, width: 30, height: 30))
    content.addChild(other)
    var closed = 0
    driver.host.showPopover(content, from: a) { closed += 1 }

    #expect(driver.focus == "c")
    driver.key(.tab)
    driver.key(.tab)
    #expect(driver.focus == "c")
    driver.key(.escape)

    #expect(driver.focus == "a")
    #expect(closed == 1)
    #expect(!driver.host.isShowing(content))
  }

  @Test func `a press beside a popover closes it and reaches what is there, but not on its owner`() {
    let driver = HostDriver([a, b])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 80, height: 60))
    driver.host.showPopover(content, at: Rect(x: 200, y: 10, width: 10, height: 10), owner: a)
    driver.click(Point(20, 70))
    #expect(!driver.host.isShowing(content))
    #expect(b.log.count == 2)

    driver.host.showPopover(content, at: Rect(x: 200, y: 10, width: 10, height: 10), owner: a)
    driver.click(Point(20, 20))

    #expect(!driver.host.isShowing(content))
    #expect(a.log.isEmpty)
  }

  @Test(arguments: [Size(400, 300), Size(200, 120), Size(120, 400)])
  func `a popover never covers what it points at, unless it is a sheet`(size: Size) {
    let anchor = Rect(x: 80, y: 50, width: 30, height: 20)
    let driver = HostDriver(size: size, [a])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 150, height: 90))
    driver.host.showPopover(content, at: anchor)
    let frame = content.parent?.frame ?? .zero

    let isSheet = frame.minX == 0 && frame.maxY == size.height && frame.width == size.width
    #expect(isSheet || !frame.intersects(anchor))
    #expect(Rect(origin: .zero, size: size).contains(frame))
  }

  @Test func `a popover stands beside what it changes, with its arrow toward a part of that`() {
    let clear = Rect(x: 20, y: 10, width: 120, height: 280)
    let anchor = Rect(x: 60, y: 30, width: 40, height: 30)
    let driver = HostDriver(size: Size(400, 300), [a])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 150, height: 90))
    driver.host.showPopover(content, at: anchor, beside: clear)
    let frame = content.parent?.frame ?? .zero

    #expect(frame.minX >= clear.maxX && frame.minY <= anchor.midY && frame.maxY >= anchor.midY)
  }

  @Test(arguments: [40.0, 200, 150])
  func `where nothing is free, a popover stands over the rest and not over what it changes`(y: Double) {
    let clear = Rect(x: 20, y: 10, width: 120, height: 280)
    let anchor = Rect(x: 300, y: y, width: 80, height: 20)
    let driver = HostDriver(size: Size(400, 300), [a])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 200, height: 150))
    driver.host.showPopover(content, at: anchor, beside: clear)
    let frame = content.parent?.frame ?? .zero

    #expect(!frame.intersects(clear) && frame.size == Size(200, 150))
    #expect(Rect(x: 0, y: 0, width: 400, height: 300).contains(frame))
    // Only where there is no room above or below either is the anchor covered.
    #expect(frame.intersects(anchor) == (y == 150))
  }

  @Test func `a control that goes takes its focus and its press with it`() {
    let driver = HostDriver([a, b])
    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []))
    a.removeFromParent()

    #expect(a.log.last == "cancel")
    #expect(driver.focus == nil)
    driver.send(.pointerUp(Point(20, 20), .left, []))
    #expect(a.log.last == "cancel")
  }

  // MARK: Keys and commands

  @Test func `keys go up, then to the commands from the inside out`() {
    var done: [String] = []
    func command(_ name: String, isEnabled: Bool = true) -> Command {
      Command(name, name, .control("k"), isEnabled: isEnabled) { done.append("\(name) \($0)") }
    }
    b.addChild(c)
    b.commandList = [command("b")]
    let driver = HostDriver([a, b])
    driver.root.commandList = [command("root")]
    driver.host.setFocus(c)
    driver.send(.key(.character("k"), .control, isRepeat: false), at: 2)
    driver.send(.key(.character("k"), .control, isRepeat: true), at: 2.1)
    b.commandList = [command("b", isEnabled: false)]
    driver.send(.key(.character("k"), .control, isRepeat: false), at: 3)
    driver.host.setFocus(a)
    driver.send(.key(.character("k"), .control, isRepeat: false), at: 4)

    #expect(done == ["b 2.0", "root 4.0"])
    #expect(driver.host.commands.map(\.id) == ["root"])
  }

  @Test func `the letter of a shortcut is not typed as well`() {
    let driver = HostDriver([a, b])
    driver.host.setFocus(a)
    driver.root.commandList = [Command("find", "Find", Shortcut(.character("/"))) { _ in }]
    driver.key(.character("/"))
    driver.send(.text("/"))
    #expect(a.log.isEmpty)

    driver.send(.text("/"))

    #expect(a.log == ["text /"])
  }

  @Test func `in a field single letters are text and no shortcuts`() {
    let field = TextField(
      label: "Name", clipboard: .local(),
      delegate: .init(edited: { _, _ in nil }))
    field.frame = a.frame
    var count = 0
    let driver = HostDriver([field])
    driver.root.commandList = [Command("find", "Find", Shortcut(.character("s"))) { _ in count += 1 }]
    driver.host.setFocus(field)
    driver.key(.character("s"))
    driver.send(.text("s"))

    #expect(field.text == "s")
    #expect(count == 0)
  }

  // MARK: Menus

  @Test(arguments: [Key.menu, .function(10)])
  func `the menu key opens the context menu that the right button opens`(key: Key) {
    var done: [String] = []
    a.menu = Menu(groups: [
      ["Open", "Delete"].map { name in Command(name, name) { _ in done.append(name) } },
      [Command("Never", "Never", isEnabled: false) { _ in done.append("never") }],
    ])
    let driver = HostDriver([a, b])
    driver.host.setFocus(a)
    driver.key(key, key == .menu ? [] : .shift)
    driver.key(.down)
    driver.key(.down)
    driver.key(.enter)
    #expect(done == ["Delete"])
    #expect(driver.focus == "a")

    driver.click(Point(20, 20), .right)
    driver.send(.key(.character("o"), [], isRepeat: false))
    driver.key(.enter)

    #expect(done == ["Delete", "Open"])
  }

  @Test func `a menu never chooses what is disabled and closes beside it without another effect`() {
    var count = 0
    a.menu = Menu(groups: [[Command("Never", "Never", isEnabled: false) { _ in count += 1 }]])
    let driver = HostDriver([a, b])
    driver.click(Point(20, 20), .right)
    driver.key(.down)
    driver.key(.enter)
    driver.click(Point(390, 290))

    #expect(count == 0)
    #expect(driver.host.overlays.isModal == false)
    #expect(driver.root.log.isEmpty)
  }

  @Test func `a submenu goes back with Escape, and choosing in it closes all menus`() {
    var done = 0
    let inner = Menu(groups: [[Command("Red", "Red") { _ in done += 1 }]])
    a.menu = Menu([.command(Command("Open", "Open") { _ in }), .submenu("Colour", inner)])
    let driver = HostDriver([a, b])
    driver.click(Point(20, 20), .right)
    for key in [Key.down, .down, .right, .escape, .right, .down] { driver.key(key) }
    #expect(driver.described.all.filter { $0.role == .menu }.count == 2)
    driver.key(.enter)

    #expect(done == 1)
    #expect(!driver.host.overlays.isModal)
    #expect(driver.focus == "a")
  }

  // MARK: Tooltips and notices

  @Test(arguments: [[], [1.2], [1.49, 1.51, 1.9]])
  func `a tooltip comes after half a second, whichever frames are drawn`(frames: [Double]) {
    a.ownTooltip = Tooltip("Open", shortcut: "Ctrl+O")
    let driver = HostDriver([a, b])
    driver.send(.pointerMoved(Point(20, 20), []), at: 1)
    #expect(driver.host.advance(to: 1) == 1.5)
    for frame in frames { _ = driver.host.advance(to: frame) }
    _ = driver.host.advance(to: 2)
    let tip = driver.host.layer.sublayers.first { $0.name == "tooltip" }
    #expect(tip?.isHidden == false)

    driver.send(.pointerMoved(Point(20, 70), []), at: 2.1)

    #expect(tip?.isHidden == true)
  }

  @Test func `a long tooltip stands in several lines, all of it within the window`() throws {
    let words = Array(repeating: "six crosses pattée and trefoils", count: 5).joined(separator: ", ")
    a.ownTooltip = Tooltip(words, shortcut: "Ctrl+O")
    let driver = HostDriver([a, b])
    driver.send(.pointerMoved(Point(20, 20), []), at: 1)
    _ = driver.host.advance(to: 2)

    let tip = try #require(driver.host.layer.sublayers.first { $0.name == "tooltip" })
    let texts = tip.sublayers.compactMap { layer in
      if case .text(let text) = layer.contents { (layer.frame, text) } else { nil }
    }
    #expect(Rect(origin: .zero, size: driver.host.size).contains(tip.frame))
    #expect(texts.dropLast().map(\.1.text).joined(separator: " ") == words)
    #expect(texts.last?.1.text == "Ctrl+O")
    for (frame, text) in texts {
      #expect(text.maximumWidth == nil)
      #expect(frame.minX >= 0 && frame.maxX <= tip.frame.width && frame.maxY <= tip.frame.height)
    }
  }

  @Test func `a tooltip tells of what is there now`() throws {
    a.ownTooltip = Tooltip("Tudor crown")
    let driver = HostDriver([a, b])
    driver.send(.pointerMoved(Point(20, 20), []), at: 1)
    driver.wait(1)
    let tip = try #require(driver.host.layer.sublayers.first { $0.name == "tooltip" })
    func words() -> [String] {
      tip.sublayers.compactMap { if case .text(let text) = $0.contents { text.text } else { nil } }
    }
    #expect(words() == ["Tudor crown"])

    a.ownTooltip = Tooltip("Added crown")
    driver.wait(0.1)
    #expect(words() == ["Added crown"] && !tip.isHidden)

    a.ownTooltip = nil
    driver.wait(0.1)
    #expect(tip.isHidden)
  }

  @Test(arguments: [0.2, 1])
  func `no tooltip stands over what opens by itself`(seconds: Double) throws {
    a.ownTooltip = Tooltip("Tudor crown")
    let driver = HostDriver([a, b])
    driver.send(.pointerMoved(Point(20, 20), []), at: 1)
    driver.wait(seconds)
    driver.host.showDialog(Recorder("dialog", Rect(x: 0, y: 0, width: 200, height: 100)))
    driver.wait(1)
    let tip = try #require(driver.host.layer.sublayers.first { $0.name == "tooltip" })
    #expect(tip.isHidden)
  }

  @Test func `a press shows no tooltip, nor does what is beside an open popover`() {
    (a.ownTooltip, b.ownTooltip) = (Tooltip("Open"), Tooltip("Close"))
    let driver = HostDriver([a, b])
    let tip = driver.host.layer.sublayers.first { $0.name == "tooltip" }
    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []), at: 1)
    driver.send(.pointerUp(Point(20, 20), .left, []), at: 1.1)
    _ = driver.host.advance(to: 2)
    #expect(tip?.isHidden == true)
    driver.host.showPopover(c, from: a)
    driver.send(.pointerMoved(Point(20, 70), []), at: 2.1)
    _ = driver.host.advance(to: 3)
    #expect(tip?.isHidden == true)
    driver.key(.escape)
    _ = driver.host.advance(to: 4)
    #expect(tip?.isHidden == true)

    driver.send(.pointerMoved(Point(20, 20), []), at: 5)
    _ = driver.host.advance(to: 6)
    #expect(tip?.isHidden == false)
  }

  @Test func `a notice stays five seconds and 50 milliseconds a letter, and while the pointer holds it`() {
    let driver = HostDriver([a, b])
    driver.send(.pointerLeft, at: 10)
    driver.host.say("1234567890")
    let notice = driver.host.layer.sublayers.first { $0.name == "notice" }
    #expect(driver.host.advance(to: 10) == 15.5)
    driver.send(.pointerMoved(notice?.frame.center ?? .zero, []), at: 15)
    #expect(driver.host.advance(to: 100) == nil)
    #expect(notice?.isHidden == false)
    driver.send(.pointerMoved(.zero, []), at: 100)
    _ = driver.host.advance(to: 100.4)
    #expect(notice?.isHidden == false)

    _ = driver.host.advance(to: 100.5)

    #expect(notice?.isHidden == true)
    #expect(driver.host.saidNotices.map(\.words) == ["1234567890"])
  }

  @Test func `a long notice stands in several lines, all of it within the window`() throws {
    let driver = HostDriver([a, b])
    let words = Array(repeating: "The disk is full; free some space or choose another folder.", count: 4)
      .joined(separator: " ")
    driver.host.say("Saved")
    let notice = try #require(driver.host.layer.sublayers.first { $0.name == "notice" })
    let height = notice.frame.height
    driver.host.say(words)

    let lines = notice.sublayers.filter { !$0.sublayers.isEmpty || $0.contents != nil }
    #expect(lines.count > 1 && notice.frame.height > height)
    #expect(Rect(origin: .zero, size: driver.host.size).contains(notice.frame))
    for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.frame.maxY <= next.frame.minY + 1) }
  }

  @Test func `a notice stands beside what is opened after it, or waits until that is closed`() throws {
    let driver = HostDriver([a, b])
    driver.host.say("1234567890")
    let notice = try #require(driver.host.layer.sublayers.first { $0.name == "notice" })
    for (height, isSeen) in [(150.0, true), (180, true), (280, false)] {
      let dialog = Recorder("dialog", Rect(x: 0, y: 0, width: 380, height: height))
      driver.host.showDialog(dialog)
      driver.wait(1)
      #expect(!notice.isHidden == isSeen)
      #expect(!isSeen || notice.frame.intersection(dialog.frameInWindow)?.isEmpty != false)
      if !isSeen { driver.wait(60) }
      driver.click(dialog.frameInWindow.center)
      driver.host.close(dialog)
      #expect(!notice.isHidden)
    }

    driver.wait(2)
    #expect(!notice.isHidden)
    driver.wait(2)
    #expect(notice.isHidden)
  }

  private final class NoticeRoom: ControlHostDelegate {
    let commonCommands: [Command] = []
    let primaryMenu = Menu()
    let noticeRoom: Rect?

    init(noticeRoom: Rect) { self.noticeRoom = noticeRoom }
  }

  @Test func `notices stand in one place of their room, whatever they say and wherever the pointer is`()
    throws
  {
    let driver = HostDriver(size: Size(900, 600), [a, b])
    let room = Rect(x: 240, y: 56, width: 660, height: 500)
    let delegate = NoticeRoom(noticeRoom: room)
    driver.host.delegate = delegate
    defer { withExtendedLifetime(delegate) {} }
    var feet: Set<Double> = []
    for words in ["Saved", "“photo.png” is a picture; press Return to edit the poster and drop it there"] {
      for point in [Point(10, 10), Point(570, 540)] {
        driver.send(.pointerMoved(point, []))
        driver.host.say(words)
        driver.wait(0.3)
        let notice = try #require(driver.host.layer.sublayers.first { $0.name == "notice" })
        #expect(room.contains(notice.frame) && abs(notice.frame.midX - room.midX) <= 1)
        feet.insert(notice.frame.maxY)
      }
    }
    #expect(feet.count == 1)
  }

  @Test func `why a text is refused is seen at once and in one place`() throws {
    let field = TextField(
      label: "Width", clipboard: .local(), delegate: .init(edited: { _, _ in FieldFault("No width") }))
    field.frame = Rect(x: 20, y: 20, width: 120, height: 32)
    let driver = HostDriver([field, b])
    driver.host.setFocus(field, byKeyboard: true)
    driver.send(.text("x"))
    driver.key(.enter)
    let tip = try #require(driver.host.layer.sublayers.first { $0.name == "tooltip" })
    #expect(!tip.isHidden && tip.frame.minY >= field.frame.maxY)
    // The hand that goes away does not take it along.
    driver.send(.pointerMoved(Point(300, 250), []))
    #expect(!tip.isHidden)
    driver.send(.text("y"))
    driver.key(.left)
    #expect(tip.isHidden)

    // Where something beside the field says it, nothing else does.
    field.describedBy = b
    driver.key(.enter)
    driver.send(.pointerMoved(field.frame.center, []))
    driver.wait(1)
    #expect(tip.isHidden && field.fault != nil)
  }

  @Test(arguments: [Size(899, 300), Size(900, 300), Size(1400, 300)])
  func `a wide window has popovers, a narrow one sheets on a scrim`(size: Size) throws {
    let driver = HostDriver(size: size, [a, b])
    let content = Recorder("content", Rect(x: 0, y: 0, width: 700, height: 280))
    driver.host.showPopover(content, at: Rect(x: size.width / 2 - 20, y: 100, width: 40, height: 60))
    let scrim = try #require(
      driver.host.overlays.control.layer.sublayers.last?.sublayers.first { $0.name == "scrim" })
    let frame = content.frameInWindow

    if size.width < 900 {
      #expect(!scrim.isHidden && frame.maxY == size.height)
      #expect(scrim.frame.size == size)
    } else {
      #expect(scrim.isHidden && frame.maxY < size.height && frame.width == 700)
      #expect(Rect(origin: .zero, size: size).contains(frame))
    }
  }

  @Test func `what is said while something is open is seen at once`() throws {
    let driver = HostDriver([a, b])
    driver.host.showDialog(Recorder("dialog", Rect(x: 0, y: 0, width: 380, height: 280)))
    driver.host.say("The folder is full")
    driver.wait(1)
    let notice = try #require(driver.host.layer.sublayers.first { $0.name == "notice" })
    #expect(!notice.isHidden)
  }

  @Test func `what was said is listed, the newest first, and Return or Escape closes it`() throws {
    let driver = HostDriver([a, b])
    driver.host.say("First")
    driver.host.say("Second")
    for key in [Key.enter, .escape] {
      driver.host.setFocus(a)
      driver.host.showNotices()
      func list(_ node: AccessibilityNode) -> [String]? {
        node.role == .list && node.label == "Messages"
          ? node.children.map(\.label) : node.children.lazy.compactMap(list).first
      }
      #expect(list(driver.host.accessibility()) == ["Second", "First"])
      driver.key(key)
      #expect(list(driver.host.accessibility()) == nil && driver.host.focus === a)
    }
  }

  @Test func `the button of a notice takes back what was done, once`() {
    var undone: [Double] = []
    let driver = HostDriver([a, b])
    driver.host.say("3 posters removed", .undo { undone.append($0) })
    let notice = driver.host.layer.sublayers.first { $0.name == "notice" }
    let place = Point((notice?.frame.maxX ?? 0) - 30, notice?.frame.midY ?? 0)
    driver.send(.pointerDown(place, .left, clicks: 1, []), at: 3)
    driver.send(.pointerDown(place, .left, clicks: 1, []), at: 4)

    driver.host.say("4 posters removed", .undo { undone.append($0) })
    driver.host.perform(.press, on: "window/4 posters removed", at: 5)

    #expect(undone == [3, 5])
  }

  // MARK: Drag and drop

  @Test func `what is dropped goes to the innermost control that wants it`() {
    b.addChild(c)
    b.offer = DropProposal("Use as ground")
    let driver = HostDriver([a, b])
    driver.send(.dragMoved(.files(["/x.png"]), Point(25, 75)))
    #expect(driver.host.drags.layer.isHidden == false)
    driver.send(.dropped(.files(["/x.png"]), Point(25, 75)))

    #expect(b.log.filter { $0.hasPrefix("drop") } == ["drop 15.0,15.0"])
    #expect(c.log.isEmpty)
    #expect(driver.host.drags.layer.isHidden)
  }

  @Test func `whoever a drag went over is told that it left, and a drop comes before that`() {
    (a.offer, b.offer) = (DropProposal("Here"), DropProposal("Or here"))
    let driver = HostDriver([a, b])
    driver.send(.dropped(.files(["/x.png"]), Point(20, 20)))
    #expect(a.log == ["drop 10.0,10.0"])
    a.log = []
    driver.send(.dragMoved(.files(["/x.png"]), Point(20, 20)))
    driver.send(.dragMoved(.files(["/x.png"]), Point(25, 75)))
    driver.send(.dropped(.files(["/x.png"]), Point(25, 75)))
    driver.send(.dragMoved(.files(["/x.png"]), Point(20, 20)))
    driver.send(.dragLeft)

    #expect(a.log == ["moved", "left", "moved", "left"])
    #expect(b.log == ["moved", "drop 15.0,15.0", "left"])
  }

  @Test func `what is refused says why`() {
    b.offer = DropProposal("photo.jpg is a picture", isAccepted: false)
    let driver = HostDriver([a, b])
    driver.send(.dropped(.files(["/photo.jpg"]), Point(25, 75)))

    #expect(b.log.isEmpty)
    #expect(driver.host.saidNotices.last?.words == "photo.jpg is a picture")
  }

  @Test func `what another program may not drop is told of when the pointer has let go of it here`() {
    b.offer = DropProposal("photo.jpg is a picture", isAccepted: false)
    let driver = HostDriver([a, b])
    func drag(then pointer: Point?, after seconds: Double) {
      driver.send(.dragMoved(.files(["/photo.jpg"]), Point(25, 75)))
      driver.send(.dragLeft)
      driver.wait(seconds)
      if let pointer { driver.send(.pointerMoved(pointer, [])) }
    }
    drag(then: nil, after: 5)
    drag(then: Point(30, 80), after: 3)
    #expect(driver.host.saidNotices.isEmpty, "it was dragged on, out of the window")
    drag(then: Point(30, 80), after: 0.1)
    driver.send(.pointerMoved(Point(31, 80), []))
    #expect(driver.host.saidNotices.map(\.words) == ["photo.jpg is a picture"])
    // Some programs let go of the pointer before they say that the drag has left.
    driver.send(.dragMoved(.files(["/photo.jpg"]), Point(25, 75)))
    driver.send(.pointerMoved(Point(25, 75), []))
    driver.send(.dragLeft)
    #expect(driver.host.saidNotices.count == 2)
    b.offer = DropProposal("Here")
    drag(then: Point(30, 80), after: 0.1)
    #expect(driver.host.saidNotices.count == 2)
  }

  @Test(arguments: [true, false])
  func `words about a drop are never under what is dragged`(isOwn: Bool) throws {
    let wall = Recorder("wall", Rect(x: 0, y: 60, width: 900, height: 540))
    let chip = Recorder("chip", Rect(x: 20, y: 10, width: 120, height: 40))
    (wall.offer, chip.offer) = (DropProposal("Add to your posters"), DropProposal("Add 1 poster to “Tea”"))
    let driver = HostDriver(size: Size(900, 600), [wall, chip])
    let drag = try #require(driver.host.layer.sublayers.first { $0.name == "drag" })
    let preview = Layer()
    preview.addSublayer(Layer(Rect(x: 10, y: 10, width: 84, height: 110), fill: .black))
    if isOwn {
      driver.send(.pointerDown(Point(450, 330), .left, clicks: 1, []))
      driver.host.beginDrag(.text("x"), preview: preview)
    }
    for place in [(450, 330), (450, 80), (450, 590), (4, 70), (890, 590), (60, 30), (130, 14)] {
      let point = Point(Double(place.0), Double(place.1))
      driver.send(isOwn ? .pointerMoved(point, []) : .dragMoved(.text("x"), point))
      let pill = try #require(drag.sublayers.last)
      #expect(!pill.isHidden && Rect(origin: .zero, size: driver.host.size).contains(pill.frame))
      let carried = Rect(origin: point, size: Size(isOwn ? 94 : 96, isOwn ? 120 : 96))
      #expect(pill.frame.intersection(carried)?.isEmpty ?? true, "\(place)")
    }
  }

  @Test func `what is passed by a drag shows no tooltip`() {
    a.ownTooltip = Tooltip("A")
    let driver = HostDriver([a, b])
    driver.send(.pointerMoved(Point(20, 20), []))
    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []))
    driver.host.beginDrag(.text("x"))
    #expect(!a.isHovered)
    a.ownTooltip = Tooltip("Another part", part: Rect(x: 0, y: 0, width: 5, height: 5))
    driver.send(.pointerMoved(Point(22, 22), []))
    driver.wait(2)
    let tooltip = driver.host.layer.sublayers.first { $0.name == "tooltip" }
    #expect(tooltip?.isHidden == true)
  }

  @Test func `data of the window is dragged from one control to another`() {
    b.offer = DropProposal("Move here")
    let driver = HostDriver([a, b])
    driver.send(.pointerDown(Point(20, 20), .left, clicks: 1, []))
    driver.send(.pointerMoved(Point(30, 20), []))
    driver.host.beginDrag(.items(kind: "line", ids: ["3"]))
    driver.send(.pointerMoved(Point(20, 70), []))
    driver.send(.pointerUp(Point(20, 70), .left, []))

    #expect(a.log.last == "cancel")
    #expect(b.log.filter { $0.hasPrefix("drop") } == ["drop 10.0,10.0"])
  }

  // MARK: Assistive tools

  @Test func `ids are unique paths, frames are those of the window, and actions reach the control`() {
    let twin = Recorder("a", Rect(x: 200, y: 10, width: 10, height: 10))
    b.addChild(c)
    let driver = HostDriver([a, twin, b])
    let nodes = driver.described.all
    #expect(nodes.map(\.id) == ["window", "window/a", "window/a#2", "window/b", "window/b/c"])
    #expect(nodes.last?.frame == Rect(x: 15, y: 65, width: 30, height: 30))

    #expect(driver.host.perform(.press, on: "window/a#2", at: 1))
    #expect(driver.host.perform(.focus, on: "window/b/c", at: 1))
    #expect(!driver.host.perform(.increment, on: "window/a", at: 1))
    #expect(!driver.host.perform(.press, on: "window/nothing", at: 1))

    #expect(twin.log == ["pressed"])
    #expect(driver.focus == "c")
  }

  @Test func `a menu that is open is told and can be chosen from`() throws {
    var done = 0
    a.menu = Menu(groups: [[Command("Open", "Open", .control("o")) { _ in done += 1 }]])
    let driver = HostDriver([a, b])
    driver.click(Point(20, 20), .right)
    let item = try #require(driver.described.all.first { $0.role == .menuItem })
    #expect(item.label == "Open")
    #expect(item.value == "Ctrl+O")

    #expect(driver.host.perform(.press, on: item.id, at: 2))

    #expect(done == 1)
  }

  // MARK: Time

  @Test func `the same events at the same times give the same picture however many frames there are`() {
    func played(frames: [Double]) -> String {
      let a = Recorder("a", Rect(x: 10, y: 10, width: 100, height: 40))
      a.ownTooltip = Tooltip("Open")
      a.wantsLongPress = true
      let driver = HostDriver([a])
      var frames = frames[...]
      let events: [(Double, InputEvent)] = [
        (1, .pointerMoved(Point(20, 20), [])), (1.8, .key(.tab, [], isRepeat: false)),
        (2, .pointerDown(Point(20, 20), .left, clicks: 1, [])), (2.7, .pointerUp(Point(20, 20), .left, [])),
      ]
      for (time, event) in events {
        while let frame = frames.first, frame < time {
          _ = driver.host.advance(to: frame)
          frames.removeFirst()
        }
        driver.send(event, at: time)
      }
      _ = driver.host.advance(to: 4)
      return driver.picture + a.log.joined()
    }

    #expect(played(frames: []) == played(frames: (0..<400).map { Double($0) / 100 }))
  }
}
