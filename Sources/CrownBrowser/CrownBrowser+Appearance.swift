import Controls
import Colors
import Geometry
import Scene

extension CrownBrowserContent {
  var countText: String {
    let (found, all) = (gridControl.grid.keys.count, order.count)
    if words.isEmpty { return all == 1 ? "1 crown" : "\(all) crowns" }
    return found == 0 ? "No match" : "\(found) of \(all)"
  }

  /// What the line at the bottom says.
  var statusText: String {
    if let arriving { return "Adding \(arriving.done) of \(arriving.total) files" }
    if let notice { return notice.text }
    guard let item = gridControl.selection else { return "" }
    return ([item.name] + item.tags + [item.id, "\(item.byteCount) bytes"]).joined(separator: ", ")
  }

  func showChrome() {
    let theme = interface.theme
    let layout = BrowserLayout(size: size)
    chrome.removeSublayers()
    chrome.addSublayer(gridControl.layer)
    for (control, name) in [
      (searchField as Control, "search"), (sizeSlider, "size"), (colorButton, "colour"),
    ] {
      control.layer.name = name
      if !control.frame.isEmpty { chrome.addSublayer(control.layer) }
    }
    let hairline = interface.hairline
    for y in [layout.bar.maxY - hairline, layout.info.minY] {
      let line = Rect(x: 0, y: y, width: size.width, height: hairline).pixelAligned(scale: interface.scale)
      chrome.addSublayer(Layer(line, fill: theme.hairline))
    }
    chrome.addSublayer(
      Layer(
        countText, style: Theme.secondaryFigures, color: theme.secondaryInk, in: layout.count, interface))
    showInfo(layout)
  }

  private func showInfo(_ layout: BrowserLayout) {
    let theme = interface.theme
    let line = layout.infoLine
    if let nameField {
      nameField.layer.name = "name"
      return chrome.addSublayer(nameField.layer)
    }
    if arriving != nil || notice != nil {
      let color = notice?.isFault == true ? theme.fault : theme.ink
      return chrome.addSublayer(
        Layer(statusText, style: Theme.body, color: color, in: line, interface))
    }
    guard let item = gridControl.selection else { return }
    var (start, end) = (line.minX, line.maxX)
    func width(_ text: String, _ style: TextStyle, upTo share: Double) -> Double {
      min(interface.line(text, style: style).width + 0.01, line.width * share)
    }
    func addTrailing(_ text: String, upTo share: Double) {
      let width = width(text, Theme.secondaryFigures, upTo: share)
      let room = Rect(x: end - width, y: line.minY, width: width, height: line.height)
      chrome.addSublayer(
        Layer(text, style: Theme.secondaryFigures, color: theme.secondaryInk, in: room, interface))
      end -= width + 16
    }
    addTrailing(layout.isNarrow ? "\(item.byteCount) B" : "\(item.byteCount) bytes", upTo: 0.2)
    if !layout.isNarrow { addTrailing(item.id, upTo: 0.26) }
    let nameWidth = layout.isNarrow ? end - start : width(item.name, Theme.strong, upTo: 0.42)
    func room(_ width: Double) -> Rect {
      Rect(x: start, y: line.minY, width: max(0, width), height: line.height)
    }
    chrome.addSublayer(
      Layer(item.name, style: Theme.strong, color: theme.ink, in: room(nameWidth), interface))
    start += nameWidth + 12
    let tags = ((item.isOwn ? ["your own"] : []) + item.tags).joined(separator: " · ")
    guard end - start > 60 else { return }
    chrome.addSublayer(
      Layer(tags, style: Theme.secondary, color: theme.secondaryInk, in: room(end - start), interface))
  }

  /// Shows the picker, or what is said of files that were dropped, over everything.
  func showCard() {
    card.removeSublayers()
    if let picker {
      addGround(pickerFrame)
      let holder = Layer(frame: pickerFrame)
      holder.addSublayer(picker.layer)
      card.addSublayer(holder)
    } else if let report {
      showReport(report)
    }
  }

  @discardableResult private func addGround(_ frame: Rect) -> Layer {
    let theme = interface.theme
    let ground = Layer(
      frame, fill: theme.window, radius: frame.size == size ? 0 : Theme.cardRadius)
    if frame.size != size {
      ground.borderWidth = interface.hairline
      ground.borderColor = theme.hairline
      ground.shadow = theme.shadow(elevation: 3)
    }
    card.addSublayer(ground)
    return ground
  }

  private func showReport(_ report: ArrivingCrowns) {
    let theme = interface.theme
    let frame = reportFrame(report)
    addGround(frame)
    let inside = frame.inset(by: Theme.margin)
    var y = inside.minY
    func add(_ text: String, _ style: TextStyle, _ color: RGBA, height: Double, indent: Double = 0) {
      let room = Rect(x: inside.minX + indent, y: y, width: inside.width - indent, height: height)
      card.addSublayer(Layer(text, style: style, color: color, in: room, interface))
      y += height
    }
    add(report.summary, Theme.strong, theme.ink, height: 24)
    y += 4
    for fault in report.faults.prefix(reportLines(report)) {
      add(
        fault.file + (fault.isRefusal ? " was refused" : ""), Theme.body,
        fault.isRefusal ? theme.fault : theme.ink, height: 18)
      add(fault.reason, Theme.secondary, theme.secondaryInk, height: 18, indent: 12)
    }
    let rest = report.faults.count - reportLines(report)
    if rest > 0 { add("and \(rest) more", Theme.secondary, theme.secondaryInk, height: 20) }
    y = inside.maxY - 16
    add("Escape or a click closes this", Theme.secondary, theme.secondaryInk, height: 16)
  }

  private func reportLines(_ report: ArrivingCrowns) -> Int {
    min(report.faults.count, max(1, Int((size.height - 140) / 36)))
  }

  private func reportFrame(_ report: ArrivingCrowns) -> Rect {
    let lines = reportLines(report)
    let more = report.faults.count > lines ? 20.0 : 0
    let height = 2 * Theme.margin + 28 + Double(lines) * 36 + more + 28
    let width = min(520, size.width - 24)
    return Rect(
      center: Point(size.width / 2, size.height / 2), size: Size(width, min(height, size.height - 16))
    )
    .pixelAligned(scale: interface.scale)
  }
}

extension ArrivingCrowns {
  /// What has come of it in one line.
  var summary: String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    let refused = faults.filter(\.isRefusal).count
    let warned = Set(faults.filter { !$0.isRefusal }.map(\.file)).count
    var parts: [String] = []
    if !added.isEmpty { parts.append("\(count(added.count, "crown")) added") }
    if known > 0 { parts.append("\(count(known, "crown")) \(known == 1 ? "was" : "were") there already") }
    if refused > 0 { parts.append("\(count(refused, "file")) refused") }
    if warned > 0 { parts.append("\(warned) with warnings") }
    return parts.isEmpty ? "No SVG files were found" : parts.joined(separator: ", ")
  }
}
