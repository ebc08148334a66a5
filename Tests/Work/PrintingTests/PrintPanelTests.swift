import Application
import Colors
import Controls
import Files
import Geometry
import Localization
import Posters
import Publishing
import Testing
import Typography
import WindowSupport

@testable import Printing

/// A window that opens the print panel, with printers that are not there.
final class PrintWindow: ControlWindow, PrintPanelDelegate {
  let panel: PrintPanel
  private(set) var printed: [PrintJob] = []
  private(set) var saved: [PrintJob] = []

  init(_ posters: [Poster], _ services: PrintServices) {
    panel = PrintPanel(posters, services)
    super.init(root: Form(label: "Behind"), interface: services.interface, work: services.work)
    panel.delegate = self
  }

  override func receiveMail(at time: Double) { panel.receiveMail() }

  func print(_ job: PrintJob) { printed.append(job) }
  func savePDF(_ job: PrintJob) { saved.append(job) }
}

/// A control or word that is not shown.
private struct Missing: Error {
  let label: String
}

final class PrintDriver: WindowDriver<PrintWindow> {
  init(
    _ posters: [Poster], size: Size = Size(1000, 720), printers: Printers = .queues(["Office", "Home"]),
    media: [String: PrinterMedia] = PrintDriver.media, scale: Double = 1, language: Language = .english
  ) {
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .light, scale: scale, isScripted: true, language: language,
      colorPickers: .none)
    environment.interface.reducesMotion = true
    var services = PrintServices(environment)
    services.findPrinters = { printers }
    services.findMedia = { media[$0] }
    super.init(PrintWindow(posters, services), size: size, scale: scale)
    wait(0.1)
    content.host.showDialog(content.panel)
    wait(0.1)
    wait(0.1)
  }

  static let media = [
    "Office": PrinterMedia(
      papers: [
        .init(page: Page(width: 210, height: 297), margin: 4),
        .init(page: Page(width: 297, height: 420), margin: 4),
      ]),
    "Home": PrinterMedia(papers: [.init(page: Page(width: 215.9, height: 279.4), margin: 12.7)]),
  ]

  var panel: PrintPanel { content.panel }

  /// Clicks in the middle of a control, by its name, as a person with a mouse does.
  func click(_ label: String, _ role: AccessibilityNode.Role = .button) throws {
    let found = nodes.filter { $0.label == label && $0.role == role }
    guard let node = found.last else { throw Missing(label: label) }
    click(node.frame.center)
    wait(0.05)
  }

  /// Opens a choice and clicks on one of its words.
  func choose(_ word: String, of label: String) throws {
    try click(label)
    let item = nodes.last { $0.label == word && $0.role == .menuItem }
    guard let item else { throw Missing(label: word) }
    click(item.frame.center)
    wait(0.05)
  }

  var preview: String { nodes.first { $0.label == "Print preview" }?.value ?? "" }
}

@Suite struct PrintPanelTests {
  private func poster(_ title: String = "KEEP", _ page: Page = Page(width: 300, height: 420)) -> Poster {
    var poster = Poster(title: title, lines: [Poster.Line(title)])
    (poster.page, poster.background) = (page, .color(RGBA(hex: 0xd00000)))
    return poster
  }

  @Test func `the sheets are turned over, their way of printing chosen and the job sent by the mouse alone`()
    throws
  {
    let driver = PrintDriver([poster()])
    #expect(driver.preview.contains("1 of 1"))

    try driver.choose("Divided over sheets", of: "Sheets")
    #expect(driver.preview.contains("1 of 4, A1"), "\(driver.preview)")
    try driver.click("Next sheet")
    #expect(driver.preview.contains("2 of 4, A2"))
    try driver.click("Next sheet")
    try driver.click("Next sheet")
    #expect(driver.preview.contains("4 of 4, B2"))
    try driver.click("Previous sheet")
    #expect(driver.preview.contains("3 of 4, B1"))
    driver.wheel(1, at: Point(200, 300))
    #expect(driver.preview.contains("2 of 4"))

    try driver.choose("A3", of: "Paper")
    try driver.choose("Home", of: "Printer")
    try driver.click("Print")
    let job = try #require(driver.content.printed.first)
    #expect(job.printer == "Home" && job.copies == 1 && job.posters.count == 1)
    // The printer lacks A3; its own paper and margin are taken.
    #expect(
      job.options.tiling?.paper == Page(width: 215.9, height: 279.4) && job.options.tiling?.margin == 12.7)
    #expect(!driver.content.host.isShowing(driver.panel))
  }

  @Test func `several posters are placed on a label sheet, and saved as a PDF`() throws {
    let driver = PrintDriver((0..<5).map { poster("P\($0)") })
    #expect(driver.preview.contains("1 of 5"))
    try driver.choose("Several to a sheet", of: "Sheets")
    try driver.choose("Columns and rows", of: "Cells")
    #expect(driver.preview.contains("1 of 2"), "\(driver.preview)")
    try driver.click("Save as PDF…")
    let job = try #require(driver.content.saved.first)
    #expect(job.options.imposition?.cells == .grid(columns: 2, rows: 2) && job.posters.count == 5)
    // The printer's margin stays free.
    #expect(job.options.imposition?.margin == 4)
  }

  @Test
  func `fit keeps to the printer's margins; fill and own size are striped there and show what is cut off`()
    throws
  {
    let driver = PrintDriver([poster()])
    #expect(!driver.preview.contains("striped") && !driver.preview.contains("cut off"), "\(driver.preview)")
    let scaling = try driver.node("Scaling", .group).frame
    driver.click(Point(scaling.maxX - scaling.width / 6, scaling.midY))
    driver.wait(0.05)
    #expect(driver.preview.contains("striped edge"), "\(driver.preview)")
    try driver.click("Print")
    #expect(driver.content.printed.first?.options.imposition?.scaling == .fill)
  }

  @Test func `paper that the printer lacks and tiles that are too small are refused with what to do`() throws
  {
    let driver = PrintDriver(
      [poster()],
      media: ["Office": PrinterMedia(papers: [.init(page: Page(width: 60, height: 60), margin: 20)])])
    try driver.choose("Divided over sheets", of: "Sheets")
    #expect(driver.nodes.contains { $0.label.contains("too little room") })
    try? driver.click("Print")
    #expect(driver.content.printed.isEmpty)

    let labels = PrintDriver([poster()])
    try labels.choose("Several to a sheet", of: "Sheets")
    try labels.choose("Home", of: "Printer")
    try labels.click("Cells")
    // The list is longer than the window.
    let item = try labels.node("Avery L7160, 63.5 × 38.1 mm", .menuItem)
    #expect(labels.perform(.press, on: item.id))
    labels.wait(0.05)
    #expect(labels.nodes.contains { $0.label.contains("Home has no paper of A4") })
  }

  @Test func `without a printer the reason is there, and the sheets can be saved`() throws {
    let driver = PrintDriver([poster()], printers: .none(.init("there is no printer")))
    #expect(driver.nodes.contains { $0.label == "there is no printer" })
    try driver.click("Save as PDF…")
    #expect(driver.content.saved.count == 1)
    #expect(driver.content.saved.first?.printer == nil)
  }

  @Test(arguments: [Size(280, 320), Size(500, 700), Size(1400, 900)])
  func `in every size the buttons are within the window and apart`(size: Size) throws {
    let driver = PrintDriver([poster()], size: size)
    let frames = try ["Cancel", "Save as PDF…", "Print"].map { label in
      try #require(driver.nodes.last { $0.label == label && $0.role == .button }).frame
    }
    for (index, frame) in frames.enumerated() {
      #expect(Rect(origin: .zero, size: size).contains(frame), "\(frame)")
      for other in frames[..<index] {
        let shared = frame.intersection(other)
        #expect(shared.map { $0.width * $0.height < 1 } ?? true)
      }
    }
  }
}
