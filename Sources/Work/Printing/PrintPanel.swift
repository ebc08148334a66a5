import Application
import Controls
import Files
import Geometry
import Images
import Input
import Localization
import Posters
import Publishing
import Scene
import Text
import Workers

/// The actions of a print panel.
package protocol PrintPanelDelegate: AnyObject {
  /// Prints; the panel has closed.
  func print(_ job: PrintJob)
  /// Asks for a file and writes the sheets there as a PDF.
  func savePDF(_ job: PrintJob)
}

/// The services that a print panel uses.
package struct PrintServices {
  package var interface: Interface
  package var clipboard: Clipboard
  package var folders: UserFolders
  package var pictures: any PictureDecoder
  package var work: WorkGroup
  /// Whether files are written; false without a window.
  package var writesFiles: Bool
  /// Asks for the printers; it may take a while.
  package var findPrinters: @Sendable () -> Printers
  /// Asks a printer for its papers.
  package var findMedia: @Sendable (_ printer: String) -> PrinterMedia?

  /// Creates services for a window; without one there are no printers.
  package init(_ environment: WindowEnvironment) {
    (interface, clipboard, folders) = (environment.interface, environment.clipboard, environment.folders)
    (pictures, work) = (environment.pictures, environment.work)
    writesFiles = environment.writesFiles
    if writesFiles {
      findPrinters = { Printers.find() }
      findMedia = { PrinterMedia(of: $0) }
    } else {
      let reason = Message("Without a window nothing is written or printed.")
      findPrinters = { .none(reason) }
      findMedia = { _ in nil }
    }
  }
}

/// The panel that prints posters: a preview of the sheets, and beside it the printer, the paper, and how posters are placed on
/// it.
package final class PrintPanel: Control {
  package weak var delegate: (any PrintPanelDelegate)?

  private let posters: [Poster]
  private let services: PrintServices
  private let painter: SheetPainter
  private var settings: SheetSettings
  private var printerName: String?
  /// The printers, once they are known.
  private var printers: Printers?
  private var media: (printer: String, media: PrinterMedia?)?
  private var sheets: PrintedSheets?
  /// The sheets without blank ones, for a request.
  private var counted: (request: SheetPainter.Count, sheets: PrintedSheets)?
  private var asked: SheetPainter.Count?
  private var copiesCount = 1

  package let preview: PrintPreview
  private lazy var form = Form(label: language.localized("Print"))
  private lazy var scroll = ScrollView(form)
  private let reason = Words()
  private lazy var rows = SheetRows(language: language, clipboard: services.clipboard) { [unowned self] in
    change($0)
  }
  private var printerChoice: (names: [String], choice: ChoiceSwitch)?
  private lazy var copies = NumberField(
    label: language.localized("Copies"), range: 1...1000, value: 1, clipboard: services.clipboard
  ) { [unowned self] value, phase in if phase == .final { copiesCount = Int(value) } }
  private lazy var printButton = Button(language.localized("Print"), isDefault: true) { [unowned self] in
    print()
  }
  private lazy var saveButton = Button(language.localized("Save as PDF…"), kind: .plain) { [unowned self] _ in
    guard let job else { return }
    delegate?.savePDF(job)
  }
  private lazy var cancelButton = Button(language.localized("Cancel"), kind: .plain) { [unowned self] _ in
    close()
  }

  private var language: Language { services.interface.language }

  private static let formWidth = 320.0
  /// The width from which the preview is beside the settings, in points.
  private static let roomForBoth = 620.0

  /// Creates a panel for posters, which must not be empty, with the settings that were used last.
  package init(_ posters: [Poster], _ services: PrintServices) {
    (self.posters, self.services) = (posters, services)
    preview = PrintPreview(language: services.interface.language)
    painter = SheetPainter(
      services.work, by: services.pictures, findPrinters: services.findPrinters, findMedia: services.findMedia
    )
    settings = SheetSettings()
    super.init(label: services.interface.language.localized("Print"))
    readSettings()
    for control in [preview, scroll, cancelButton, saveButton, printButton] as [Control] { addChild(control) }
    preview.onPaint = { [unowned self] in painter.paint($0) }
    painter.askForPrinters()
    show()
  }

  override package var isFocusable: Bool { false }
  override package var cursor: CursorShape { .arrow }

  // MARK: Settings

  private func change(_ change: (inout SheetSettings) -> Void) {
    change(&settings)
    remember()
    show()
  }

  private var baseOptions: PosterExport.Options {
    var options = PosterExport.Options()
    // A whole poster ends at its page's edge; the bleed is for what is cut.
    if settings.layout == .whole { options.bleed = 0 }
    return options
  }

  /// The papers of the chosen printer.
  private var chosenMedia: PrinterMedia? { media.flatMap { $0.printer == printerName ? $0.media : nil } }

  private var options: PosterExport.Options {
    settings.options(baseOptions, printerMargin: chosenMedia?.margin(on: sheetPaper), isOnPaper: true)
  }

  private var sheetPaper: Page {
    if settings.layout == .cells, case .labels(let sheet) = settings.cells {
      sheet.paper
    } else {
      settings.paper
    }
  }

  private var job: PrintJob? {
    guard sheets != nil else { return nil }
    return PrintJob(posters: posters, options: options, printer: printerName, copies: copiesCount)
  }

  /// Why the sheets cannot be printed; nil if they can.
  private var refusal: String? {
    guard let printers else { return language.localized("Looking for printers…") }
    switch printers {
    case .none(let reason): return language.localized(reason)
    case .desktop: return nil
    case .queues:
      guard let chosenMedia, chosenMedia.margin(on: sheetPaper) == nil else { return nil }
      return language.localized(
        "{printer} has no paper of {paper}; choose one of its papers",
        ["printer": printerName ?? "", "paper": sheetPaper.measures])
    }
  }

  private func show() {
    let context = SheetRows.Context(
      posters: posters, options: baseOptions, media: chosenMedia, isOnPaper: true)
    let request = countRequest
    let counted = self.counted.flatMap { $0.request == request ? $0.sheets : nil }
    if let request, counted == nil, asked != request {
      asked = request
      painter.count(request)
    }
    let (sheetRows, sheets) = rows.rows(settings, context, counted: counted)
    self.sheets = sheets
    copies.value = Double(copiesCount)
    var printing: [Form.Row] = []
    if case .queues(let names) = printers {
      printing.append(Form.Row(caption: language.localized("Printer"), controls: [printer(names)]))
    }
    printing.append(Form.Row(caption: language.localized("Copies"), controls: [copies]))
    reason.text = refusal ?? ""
    reason.isFault = printers != nil
    if refusal != nil { printing.append(Form.Row(controls: [reason], height: Words.height(lines: 3))) }
    form.show([
      Form.Section(title: language.localized("Print"), rows: printing),
      Form.Section(title: language.localized("Paper"), rows: sheetRows),
    ])
    printButton.isEnabled = sheets != nil && refusal == nil
    saveButton.isEnabled = sheets != nil
    let unit = Page.pointsPerMillimetre
    let margin = chosenMedia?.margin(on: sheetPaper) ?? settings.margin ?? 0
    preview.show(
      sheets?.sheets ?? [], of: posters, bleed: baseOptions.sheet(for: posters).bleedInPoints,
      margin: margin * unit)
    setNeedsLayout()
  }

  /// The request for the sheets that are not blank; nil if all are printed.
  private var countRequest: SheetPainter.Count? {
    guard settings.layout == .tiles, !settings.keepsBlankSheets,
      let sheets = try? PrintedSheets(of: posters, options), sheets.sheets.count > 1
    else { return nil }
    return SheetPainter.Count(
      posters: posters, tilings: sheets.tilings, bleed: baseOptions.sheet(for: posters).bleedInPoints)
  }

  private func printer(_ names: [String]) -> ChoiceSwitch {
    if let printerChoice, printerChoice.names == names { return printerChoice.choice }
    let choice = ChoiceSwitch(label: language.localized("Printer"), choices: names) { [unowned self] index in
      choosePrinter(names[index])
    }
    choice.show(printerName.flatMap(names.firstIndex) ?? 0)
    printerChoice = (names, choice)
    return choice
  }

  private func choosePrinter(_ name: String) {
    printerName = name
    painter.askForMedia(of: name)
    remember()
    show()
  }

  // MARK: Background work

  /// Receives results of background work.
  package func receiveMail() {
    for message in painter.take() {
      switch message {
      case .picture(let picture): preview.take(picture)
      case .counted(let request, let tilings):
        guard request == asked, var sheets = try? PrintedSheets(of: posters, options) else { continue }
        sheets.divide(by: tilings)
        counted = (request, sheets)
        show()
      case .printers(let found):
        printers = found
        if case .queues(let names) = found {
          choosePrinter(printerName.flatMap { names.contains($0) ? $0 : nil } ?? names[0])
        } else {
          printerName = nil
          show()
        }
      case .media(let printer, let found):
        media = (printer, found)
        // A paper that the printer lacks is replaced by its usual one.
        if let found, printer == printerName, found.margin(on: settings.paper) == nil,
          let usual = found.usual ?? found.papers.first?.page
        {
          settings.paper = usual
        }
        show()
      }
    }
  }

  /// Waits until background work is done.
  package func finish() { painter.finish() }

  // MARK: Actions

  private func close() { host?.close(self) }

  private func print() {
    guard refusal == nil, let job else { return }
    close()
    delegate?.print(job)
  }

  override package func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, printButton.isEnabled else { return false }
    print()
    return true
  }

  // MARK: Layout

  override package func preferredSize(in room: Size, _ interface: Interface) -> Size {
    room.width >= Self.roomForBoth
      ? Size(min(room.width, 900), min(room.height, 640)) : Size(min(room.width, 420), room.height)
  }

  override package func layOut(_ interface: Interface) {
    let room = (isWide ? Self.formWidth : bounds.width) - 2 * Theme.margin
    let buttons = ButtonRows([printButton, saveButton, cancelButton], in: room, interface)
    let height = max(bounds.height - buttons.footHeight, 1)
    if isWide {
      let left = bounds.width - Self.formWidth
      preview.isHidden = false
      preview.frame = Rect(x: 0, y: 0, width: left, height: bounds.height)
      scroll.frame = Rect(x: left, y: 0, width: Self.formWidth, height: height)
    } else {
      // In a low window the settings are more important than the preview.
      let top = bounds.height < 380 ? 0 : min(bounds.height * 0.42, 300)
      preview.isHidden = top == 0
      preview.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
      scroll.frame = Rect(x: 0, y: top, width: bounds.width, height: max(height - top, 1))
    }
    buttons.place(atFootOf: bounds, interface)
  }

  /// Whether the preview is beside the settings.
  private var isWide: Bool { bounds.width >= Self.roomForBoth - 2 * Theme.margin }

  // MARK: Memory

  private var file: SmallFile? { services.folders.state.map { SmallFile(path: $0 + "/print.json") } }

  private func readSettings() {
    guard let text = file?.text, let value = try? JSONValue(Array(text.utf8)),
      case .object(let members) = value
    else {
      return
    }
    for member in members {
      if member.name == "printer", case .string(let name) = member.value { printerName = name }
      settings.read(member)
    }
  }

  private func remember() {
    var members = settings.members
    if let printerName { members.append(JSONMember("printer", .string(printerName))) }
    _ = file?.write(JSONValue.object(members).text)
  }
}
