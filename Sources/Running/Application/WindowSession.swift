import Accessibility
import Bus
import Controls
import Exchange
import Files
import Geometry
import Glibc
import Localization
import Terminal
import Typography
import Windowing
import Workers

/// A program whose windows can be opened beside others.
package protocol OpenableProgram {
  /// Opens its windows; several if there is one on each monitor.
  func open(in session: WindowSession) throws -> [OpenedWindow]
}

/// A window of a session.
package struct OpenedWindow {
  var window: ContentWindow
  var kind: WindowKind?
  /// The help page of the window, or nil.
  let help: HelpPage?
  /// Applies the preferences of the desktop or the person to a content.
  let follow: (DesktopSettings.Preferences, any WindowContent) -> Void
  /// Creates the next content of the window when this one is finished; nil closes the window.
  let refill: ((HostWindow) throws -> ContentWindow)?
  /// Called when the window has been closed.
  let onFinish: (ContentWindow) -> Void
}

/// The open windows, in the order of opening, and the window whose OpenGL context is current.
private final class OpenWindows {
  struct Entry {
    fileprivate(set) var opened: OpenedWindow
    /// The number of the group that was opened together.
    let group: Int
    /// The id of the document in the window, or nil.
    let document: String?
    /// The time at which hints appear, or nil.
    fileprivate(set) var hintTime: Double?
  }

  private(set) var entries: [Entry] = []
  private weak var current: ContentWindow?

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a group of windows, each after `prepare`.
  func add(_ opened: [OpenedWindow], showing document: String?, prepare: (OpenedWindow) -> Void) {
    let group = (entries.last?.group ?? 0) + 1
    for window in opened {
      // Only a single window can wait for its monitor without delaying others.
      if !entries.isEmpty { pace(alone: false) }
      prepare(window)
      entries.append(Entry(opened: window, group: group, document: document))
    }
    current = nil
  }

  /// Makes the context of a window current.
  func makeCurrent(_ window: ContentWindow) {
    guard current !== window else { return }
    window.host.window.makeCurrent()
    current = window
  }

  private func pace(alone: Bool) {
    for entry in entries {
      makeCurrent(entry.opened.window)
      entry.opened.window.host.window.setSwapInterval(alone ? 1 : 0)
    }
  }

  /// Replaces the content of the window at an index, and makes its context current.
  func refill(_ index: Int, with filled: ContentWindow) {
    entries[index].opened.window = filled
    current = nil
    makeCurrent(filled)
  }

  /// Returns the time at which hints appear in the window at an index; the first call sets it to `time`.
  func hintTime(at index: Int, orElse time: Double) -> Double {
    let due = entries[index].hintTime ?? time
    entries[index].hintTime = due
    return due
  }

  /// Removes a group of windows.
  func remove(_ group: Int) {
    // Graphics resources belong to the context of their window, so the window is released last.
    let gone = entries.filter { $0.group == group }
    let hosts = gone.map(\.opened.window.host)
    // The content may be asked for its result later, and keeps its window until then.
    for host in hosts { host.window.hide() }
    for entry in gone { makeCurrent(entry.opened.window) }
    current = nil
    entries.removeAll { $0.group == group }
    withExtendedLifetime(hosts) {}
    if entries.count == 1 { pace(alone: true) }
  }
}

/// The windows of a process: one frame loop on which each takes its turns, and can be opened from another one.
package final class WindowSession {
  let loop: EventLoop
  let typesetter = Typesetter()
  let assistance: AccessibilityBridge
  /// The services outside the windows, which all windows share.
  let surroundings: Surroundings
  private let siblings: SiblingWindows?
  private let program: ProgramIdentity
  private let monitorColors: MonitorColors
  private let windows = OpenWindows()
  private var look: WindowLook
  private(set) var memory: WindowMemory
  /// The bus name by which other programs call this one, or nil.
  private var instance: SingleInstance?
  /// The windows to open, one each turn, so that the open ones stay responsive.
  private var pending: [Pending] = []

  /// The reasons why help pages could not be opened, and the windows that asked for them.
  private let helpFaults: Mailbox<(window: Int, fault: Message)>

  private enum Pending {
    case document(WindowDocument)
    /// The rest of a number of documents, which the person is asked about.
    case rest([WindowDocument], of: Int)
  }

  /// Connects to the window system.
  init(_ settings: WindowSettings) throws {
    memory = WindowMemory(folders: settings.folders)
    siblings = settings.siblings
    program = settings.program
    InputMethod.keepSequences(in: settings.folders)
    let followsDesktop =
      settings.appearance == nil || settings.reducesMotion == nil || settings.hasHighContrast == nil
      || settings.scale == nil
    // The desktop answers while the window opens.
    look = WindowLook(folders: settings.folders, followsDesktop: followsDesktop || siblings != nil)
    loop = try InputMethod.withoutX11 {
      try EventLoop(windowClass: settings.program.windowClass, desktopFile: settings.program.desktopFile)
    }
    loop.draggedKinds = DraggedKinds(DraggedKind.allCases.map(\.rawValue)) { kind, bytes in
      DraggedKind(rawValue: kind)?.content(of: bytes)
    }
    surroundings = Surroundings(loop)
    helpFaults = Mailbox(wake: { [waker = loop.waker] in waker.wake() })
    monitorColors = MonitorColors { [waker = loop.waker] in waker.wake() }
    assistance = AccessibilityBridge(name: settings.program.name) { [waker = loop.waker] in waker.wake() }
    if settings.isSingleInstance, siblings != nil, let name = settings.program.desktopFile {
      instance = SingleInstance(named: name) { [waker = loop.waker] in waker.wake() }
    }
  }

  /// The content of the first open window.
  var firstContent: (any WindowContent)? { windows.entries.first?.opened.window.content }

  /// The last input after which memory was given back.
  private var restedSince: Double?

  /// Returns what a new window looks like, waiting a little for the desktop's first answer.
  func lookOfNewWindow() -> DesktopSettings.Preferences { look.ofNewWindow(isFirst: windows.isEmpty) }

  /// Returns how much larger windows are than the display says, by the size of text that the desktop has.
  func enlargement(_ look: DesktopSettings.Preferences) -> Double {
    TextEnlargement(
      textScale: look.textScale ?? 1, displayScale: loop.monitors.first?.scale ?? 1,
      isInDisplayScale: loop.system == .x11
    ).factor
  }

  /// The enlargement of windows beyond the display's scale, from the desktop's settings known so far.
  var enlargement: Double { enlargement(look.current) }

  // MARK: Windows

  /// Opens the windows of a program, which may show a document; returns them.
  @discardableResult func add(_ program: some OpenableProgram, showing document: String? = nil) throws
    -> [ContentWindow]
  {
    let opened = try program.open(in: self)
    windows.add(opened, showing: document) { entry in
      entry.window.content.program = commands(for: entry)
      if let kind = entry.kind, let state = memory.state(of: kind) { entry.window.content.restore(state) }
    }
    return opened.map(\.window)
  }

  /// Closes the windows that were opened together with one; what they showed is remembered.
  private func close(_ group: Int) {
    for entry in windows.entries where entry.group == group {
      let window = entry.opened.window
      if let kind = entry.opened.kind {
        let size = window.host.isFullScreen ? nil : window.host.window.size
        memory.keep(kind, size: size, state: window.content.rememberedState)
      }
      entry.opened.onFinish(window)
    }
    windows.remove(group)
  }

  /// Opens a window of a kind, or raises the open one.
  private func open(_ request: SiblingWindows.Request, from asking: ContentWindow?) {
    if let entry = windows.entries.first(where: { $0.opened.kind == request.kind }) {
      entry.opened.window.host.window.raise()
      if let item = request.item { entry.opened.window.content.open(item, at: loop.now) }
      return
    }
    do {
      switch siblings?.opening(of: request.kind) {
      case .program(let make):
        for window in try addNow(try make()) {
          if let item = request.item { window.content.open(item, at: loop.now) }
        }
      case .action(let action): try action(request.item)
      case nil: break
      }
    } catch {
      say(error, in: asking ?? windows.entries.first?.opened.window)
    }
  }

  /// Opens the windows of a program while others are already open.
  private func addNow(_ program: some OpenableProgram, showing document: String? = nil) throws
    -> [ContentWindow]
  {
    let opened = try add(program, showing: document)
    for window in opened {
      windows.makeCurrent(window)
      window.begin()
    }
    return opened
  }

  // MARK: Documents

  /// Opens documents, the first `WindowDocument.mostAtOnce` without asking.
  func open(_ documents: [WindowDocument]) { open(documents[...], of: documents.count) }

  private func open(_ documents: ArraySlice<WindowDocument>, of count: Int) {
    pending += documents.prefix(WindowDocument.mostAtOnce).map { .document($0) }
    let rest = documents.dropFirst(WindowDocument.mostAtOnce)
    if !rest.isEmpty { pending.append(.rest(Array(rest), of: count)) }
  }

  /// Opens the next pending document.
  private func openNext() {
    guard !pending.isEmpty else { return }
    switch pending.removeFirst() {
    case .document(let document):
      if let entry = windows.entries.first(where: { $0.document == document.id }) {
        return entry.opened.window.host.window.raise()
      }
      do {
        _ = try addNow(try document.open(), showing: document.id)
      } catch {
        siblings?.onRefusal(error)
        say(error, in: windows.entries.last?.opened.window)
      }
    case .rest(let documents, let count): ask(about: documents, of: count)
    }
  }

  /// Asks whether to open the remaining documents.
  private func ask(about rest: [WindowDocument], of count: Int) {
    guard let host = windows.entries.last?.opened.window.content.controlHost else {
      return open(rest[...], of: count)
    }
    let language = host.interface.language
    let next = min(rest.count, WindowDocument.mostAtOnce)
    host.ask(
      language.localized(
        "{opened} of {count} documents are open", ["opened": "\(count - rest.count)", "count": "\(count)"]),
      language.localized(
        "Each takes a window. Open {count} more?", plural: "Each takes a window. Open {count} more?",
        count: next),
      answers: [
        .init(language.localized("No more", context: "documents")),
        .init(
          language.localized("Open {count}", plural: "Open {count}", count: next, context: "documents"),
          isDefault: true
        ) { [unowned self] _ in open(rest[...], of: count) },
      ])
  }

  // MARK: Commands

  /// Shows an error as a notice, in the language of the window.
  private func say(_ error: any Error, in window: ContentWindow?) { say(Message(error), in: window) }

  private func say(_ message: Message, in window: ContentWindow?) {
    guard let host = window?.content.controlHost else { return }
    host.say(host.interface.language.localized(message))
  }

  private func window(_ id: Int) -> ContentWindow? {
    windows.entries.first { $0.opened.window.id == id }?.opened.window
  }

  private func language(of window: ContentWindow) -> Language {
    window.content.controlHost?.interface.language ?? .english
  }

  private func commands(for opened: OpenedWindow) -> ProgramCommands {
    let window = opened.window
    let language = language(of: window)
    let group = language.localized("Window")
    return ProgramCommands(
      windows: (siblings?.kinds ?? []).map { [unowned self] other in
        Command("window.open.\(other.id)", other.title, group: group) { [unowned self] _ in
          siblings?.open(other)
        }
      },
      others: [
        Command(
          "window.full-screen", language.localized("Full screen"), Shortcut(.function(11)), group: group,
          icon: .fullScreen
        ) {
          [unowned window] _ in
          if window.host.isFullScreen { window.host.leaveFullScreen() } else { window.host.enterFullScreen() }
        },
        Command(
          "window.preferences", language.localized("Preferences"), .control(","), group: group,
          icon: .settings
        ) {
          [unowned self, unowned window] _ in showPreferences(in: window)
        },
      ], explanations: helpCommands(opened.help, in: window) + aboutCommands(in: window),
      quit: { [unowned self] _ in
        pending = []
        for entry in windows.entries { entry.opened.window.content.close() }
      })
  }

  private func helpCommands(_ page: HelpPage?, in window: ContentWindow) -> [Command] {
    guard let page else { return [] }
    let language = language(of: window)
    return [
      Command("window.help", language.localized("Help"), group: language.localized("Window")) {
        [helpFaults, id = window.id] _ in page.open(in: language) { helpFaults.send((id, $0)) }
      }
    ]
  }

  private func aboutCommands(in window: ContentWindow) -> [Command] {
    guard let about = program.about else { return [] }
    let language = language(of: window)
    return [
      Command(
        "window.about", AboutPanel.title(program, language), group: language.localized("Window")
      ) { [unowned window, program, language] _ in
        window.content.controlHost?.showDialog(once: AboutPanel(program, about, language))
      }
    ]
  }

  private func showPreferences(in window: ContentWindow) {
    window.content.controlHost?.showDialog(once: preferencesPanel(in: window))
  }

  private func preferencesPanel(in window: ContentWindow) -> PreferencesPanel {
    let language = language(of: window)
    return PreferencesPanel(
      look.preferences, language,
      showHintsAgain: { [unowned self] in
        memory.forgetHints()
      },
      change: { [unowned self, unowned window] changed in
        if !look.set(changed) {
          window.content.controlHost?.say(
            language.localized(
              "The preferences cannot be saved. Check that the configuration folder is writable."))
        }
        followLook()
      })
  }

  /// Applies the current preferences to all windows.
  private func followLook() {
    guard let changed = look.takeChange() else { return }
    for entry in windows.entries { entry.opened.follow(changed, entry.opened.window.content) }
  }

  /// Applies the current monitor profiles to all windows.
  private func followMonitors() {
    monitorColors.receive()
    for entry in windows.entries {
      let window = entry.opened.window
      window.displayTransform = monitorColors.mapping(for: window.host.window)
    }
  }

  // MARK: Running

  /// Runs until all windows are closed.
  func run() throws {
    defer { surroundings.leave() }
    look.setOnChange { [waker = loop.waker] in waker.wake() }
    Interruption.watch { [waker = loop.waker] in waker.wake() }
    for entry in windows.entries {
      windows.makeCurrent(entry.opened.window)
      entry.opened.window.begin()
    }
    var deadline: Double?
    while !windows.isEmpty || !pending.isEmpty {
      if deadline == nil, Interruption.hasArrived {
        // Contents save their state; one that would ask first is not waited for.
        deadline = loop.now + 2
        pending = []
        for entry in windows.entries { entry.opened.window.content.close() }
      }
      if let deadline, loop.now >= deadline { return }
      followLook()
      for request in assistance.takeRequests() {
        self.window(request.window)?.perform(request.action, on: request.node)
      }
      takeCalls()
      for (id, fault) in helpFaults.takeAll() { say(fault, in: self.window(id)) }
      openNext()
      followMonitors()
      let next = try turn(isEnding: deadline != nil)
      surroundings.takeTouches()
      if assistance.isInUse { assistance.publish(windows.entries.map(\.opened.window.description)) }
      if let documents = siblings?.takeDocuments() { open(documents) }
      if pending.isEmpty, !windows.isEmpty {
        sleep(until: deadline.map { min(next ?? .infinity, $0) } ?? next)
      }
      loop.poll()
    }
  }

  /// The seconds without input after which memory is released, and the minimum idle time until the next turn.
  private static let rest = (delay: 2.0, room: 0.1)

  /// Sleeps until an event arrives or a turn is due. After some seconds without input, unused resources are evicted
  /// first and freed memory returns to the system: drivers and layouts scatter short-lived allocations among long-lived
  /// ones, which would keep the memory.
  private func sleep(until next: Double?) {
    let lastInput = windows.entries.map(\.opened.window.lastInputTime).max() ?? 0
    let (now, rest) = (loop.now, lastInput + Self.rest.delay)
    if lastInput != restedSince, next ?? .infinity >= max(rest, now) + Self.rest.room {
      // Events that arrive meanwhile are handled before the next wait.
      guard now >= rest else { return loop.wait(until: rest) }
      restedSince = lastInput
      for entry in windows.entries {
        windows.makeCurrent(entry.opened.window)
        entry.opened.window.forgetUnused()
      }
      FreedMemory.giveBack()
    }
    loop.wait(until: next)
  }

  /// Runs one turn of each window; returns when the next one is due.
  private func turn(isEnding: Bool) throws -> Double? {
    let isAssisted = assistance.isInUse
    for entry in windows.entries {
      entry.opened.window.content.controlHost?.interface.isAssisted = isAssisted
    }
    var next: Double?
    var index = 0
    while index < windows.entries.count {
      let (window, group) = (windows.entries[index].opened.window, windows.entries[index].group)
      windows.makeCurrent(window)
      var due = try window.turn()
      if window.content.isFinished {
        if let refill = windows.entries[index].opened.refill, !isEnding {
          window.letGo()
          let filled = try refill(window.host)
          windows.refill(index, with: filled)
          filled.begin(after: window)
          due = loop.now
        } else {
          close(group)
          continue
        }
      }
      for request in siblings?.takeRequests() ?? [] {
        open(request, from: window)
        due = loop.now
      }
      if let hint = showHints(at: index) { due = min(due ?? .infinity, hint) }
      if let due { next = min(next ?? .infinity, due) }
      index += 1
    }
    return next
  }

  /// The delay before hints appear in a window, in seconds.
  private static let hintDelay = 1.2

  /// Shows hints in a window that a person sees for the first time; returns when they are due.
  private func showHints(at index: Int) -> Double? {
    let entry = windows.entries[index].opened
    guard let kind = entry.kind, !memory.hasHinted(kind), let host = entry.window.content.controlHost else {
      return nil
    }
    let due = windows.hintTime(at: index, orElse: loop.now + Self.hintDelay)
    guard loop.now >= due else { return due }
    memory.setHinted(kind)
    host.showHints(entry.window.content.hints)
    return loop.now
  }

  /// Returns the kind with an id among the windows that are open or can be opened.
  private func kind(named id: String) -> WindowKind? {
    ((siblings?.kinds ?? []) + windows.entries.compactMap(\.opened.kind)).first { $0.id == id }
  }

  /// Handles calls from other programs.
  private func takeCalls() {
    for call in instance?.takeRequests() ?? [] {
      switch call {
      case .activate: windows.entries.first?.opened.window.host.window.raise()
      case .action(let name):
        guard let kind = kind(named: name) else { continue }
        open(SiblingWindows.Request(kind: kind, item: nil), from: nil)
      case .open(let uris):
        guard let document = siblings?.document else { continue }
        open(uris.compactMap { FileURI.path(of: $0) }.map(document))
      }
    }
  }
}

/// Memory that the program has freed and the C library keeps for later allocations.
enum FreedMemory {
  /// Returns it to the system, if the C library can; this takes some milliseconds, so call it while idle.
  static func giveBack() {
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}

/// The factor by which windows exceed their display's scale, so that text has the size of the desktop's settings.
///
/// Everything grows with the text, so layouts keep their proportions and nothing is cut off.
struct TextEnlargement: Hashable {
  /// The desktop's text scale.
  let textScale: Double
  /// The display's pixels per point.
  let displayScale: Double
  /// Whether the display's scale may already include the text scale.
  ///
  /// Under X11, desktops with a text scale write it into `Xft.dpi`, as the product of it and an integer display scale;
  /// otherwise `Xft.dpi` contains no text scale.
  let isInDisplayScale: Bool

  /// The factor that multiplies the display's scale.
  var factor: Double {
    guard isInDisplayScale else { return textScale }
    let rest = displayScale / textScale
    let isWhole = rest > 0.5 && abs(rest - rest.rounded()) < 0.02
    return isWhole ? 1 : textScale
  }
}

/// The connections of a session's windows to the outside: the clipboard, drags from and to other programs, and
/// touchscreens.
final class Surroundings {
  /// The clipboard of the windows.
  let clipboard: Clipboard
  /// The clipboard of X11; nil under another window system.
  private let selection: SelectionOwner?
  /// Drags to other programs; files created for them exist until the session ends.
  let outwardDrag = OutwardDrag()
  /// Drags from other programs over windows, and pinches on touchpads.
  let listener = WindowListener()
  /// The display's touchscreens, queried after the first windows have been drawn, since nobody touches them earlier.
  private lazy var touches = TouchWatch()

  /// Connects a loop's windows to the outside.
  init(_ loop: EventLoop) {
    switch loop.system {
    case .x11:
      let selection = SelectionOwner()
      self.selection = selection
      clipboard = selection.clipboard
    case .wayland:
      selection = nil
      // Only the program with the keyboard focus may copy, through its own connection.
      clipboard = Clipboard(
        read: { [unowned loop] in loop.copiedText },
        write: { [unowned loop] in loop.copiedText = $0 },
        offer: { [offers = loop.offers] kinds, report in
          offers.send(ClipboardOffer(kinds.map { ClipboardOffer.Kind($0.kind, $0.bytes) }, report: report))
        },
        fetch: { [copied = loop.copied] kinds in
          copied(kinds).map { Clipboard.Offer($0.kind, $0.bytes) }
        })
    }
  }

  /// Whether a finger is on a touchscreen now.
  var isTouched: Bool { touches?.isTouched ?? false }

  /// Receives pending touch events.
  func takeTouches() { touches?.takeEvents() }

  /// Hands copied data over to the desktop before the program ends, which may take a second.
  func leave() { selection?.handOver() }
}
