import Controls
import Geometry
import Heraldry
import Input
import Testing

@testable import CrownBrowser

@Suite struct CrownFacetTests {
  private func row(_ title: String, in driver: BrowserDriver) -> AccessibilityNode? {
    let facets = driver.browser.accessibility.children.first { $0.label == "Filters" }
    return facets?.children.first { $0.id == title || $0.id.hasSuffix("/\(title)") }
  }

  private func press(_ title: String, in driver: BrowserDriver) throws {
    let node = try #require(row(title, in: driver))
    driver.click(node.frame.center)
    driver.rest()
  }

  private func items(_ driver: BrowserDriver) -> [CrownItem] {
    driver.grid.keys.map { driver.browser.grid.crowns.items[$0] }
  }

  @Test func `a click on a family shows it alone, a second one all crowns again`() throws {
    let driver = BrowserDriver(catalogue: Size(1280, 800))
    let all = CrownCatalogue.all
    let tudor = all.filter { $0.family == .tudor }
    #expect(row("Tudor", in: driver)?.value == "\(tudor.count)")

    try press("Tudor", in: driver)
    #expect(items(driver).map(\.id) == tudor.map(\.id))
    #expect(driver.browser.countText == "\(tudor.count) of \(all.count)")
    #expect(row("Tudor", in: driver)?.states.contains(.checked) == true)

    try press("Tudor", in: driver)
    #expect(items(driver).count == all.count)
  }

  @Test func `facets of several groups and words narrow down together, and Escape lets all go`() throws {
    let driver = BrowserDriver(catalogue: Size(1280, 2400))
    try press("Royal", in: driver)
    try press("Lilies", in: driver)
    let both = CrownCatalogue.all.filter { $0.family == .royal && $0.design.ornaments.contains(.lily) }
    #expect(!both.isEmpty && items(driver).map(\.id) == both.map(\.id))

    driver.type("low")
    #expect(items(driver).map(\.id) == both.filter { $0.tags.contains("low") }.map(\.id))
    driver.key(.escape)
    driver.key(.escape)
    driver.key(.escape)
    #expect(items(driver).count == CrownCatalogue.all.count)
  }

  @Test func `facets are found by what is typed once Tab has led there`() throws {
    let driver = BrowserDriver(catalogue: Size(1280, 800))
    for _ in 0..<30 where driver.browser.host.focus?.label != "Filters" { driver.key(.tab) }
    #expect(driver.browser.host.focus?.label == "Filters")

    driver.type("tud")
    driver.key(.space)
    driver.rest()
    #expect(row("Tudor", in: driver)?.states.contains(.checked) == true)
    #expect(items(driver).allSatisfy { $0.family == .tudor })
  }

  @Test func `what a facet counts is what choosing it shows`() {
    let items = CrownCatalogue.all.map { entry in
      CrownItem(
        id: entry.id, name: entry.name, tags: [], byteCount: 1, isOwn: false,
        isFavorite: entry.id.utf8.count % 3 == 0, design: entry.design, bounds: .zero
      ) { FoldedPath(Path()) }
    }
    var filter = CrownFilter()
    filter.recent = items.prefix(5).map(\.id)
    for first in [CrownFacet.family(.royal), .ornament(.pearl), .summit(.star), .favorites] {
      filter.clear()
      filter.toggle(first)
      for (facet, count) in filter.counts(of: items) where !filter.isOn(facet) {
        var wanted = filter
        wanted.toggle(facet)
        #expect(items.count(where: wanted.matches) == count, "\(facet) beside \(first)")
      }
    }
  }

  @Test func `favourites are marked with the star, undone, and a facet of their own`() throws {
    let driver = BrowserDriver(60, size: Size(1280, 800))
    driver.key(.right, times: 2)
    driver.key(.character("d"), .control)
    #expect(driver.crowns[2].isFavorite)
    #expect(driver.said == "Added “Mural crown 2” to favourites")
    try press("Favourites", in: driver)
    #expect(items(driver).map(\.id) == ["crown-2"])

    driver.key(.character("z"), .control)
    #expect(!driver.crowns[2].isFavorite)
    #expect(items(driver).isEmpty && driver.browser.grid.message?.title == "No favourites yet")
  }

  @Test func `a crown that was copied is first among the recent ones`() throws {
    let driver = BrowserDriver(60, size: Size(1280, 800))
    for _ in 0..<2 {
      driver.key(.right, times: 3)
      driver.key(.character("c"), .control)
    }
    try press("Recent", in: driver)
    #expect(items(driver).map(\.id) == ["crown-6", "crown-3"])
  }

  @Test(arguments: [Size(480, 360), Size(700, 500)])
  func `in a narrow window the facets stand in a strip, and the others in the menu`(size: Size) throws {
    let driver = BrowserDriver(catalogue: size)
    #expect(driver.browser.host.perform(.press, on: "window/Families/Tudor", at: driver.time))
    driver.rest()
    #expect(items(driver).allSatisfy { $0.family == .tudor } && !items(driver).isEmpty)

    let titles = driver.browser.primaryMenu.items.compactMap { item in
      if case .submenu(let title, _) = item { title } else { nil }
    }
    #expect(titles.starts(with: ["Family", "On the points", "On top"]))
  }
}

@Suite struct CrownLabelTests {
  private func labels(_ items: [CrownItem], letters: Int) -> [CrownLabels.Label] {
    var labels = CrownLabels()
    labels.take(items, order: Array(items.indices))
    return items.indices.map { labels.label(of: $0, letters: letters, in: .english) }
  }

  private func item(_ id: String, _ name: String, isOwn: Bool = true, design: CrownDesign? = nil) -> CrownItem
  {
    CrownItem(id: id, name: name, tags: [], byteCount: 1, isOwn: isOwn, design: design, bounds: .zero) {
      FoldedPath(Path())
    }
  }

  @Test(arguments: [8, 13, 17, 24, 40])
  func `no two crowns have the same label, however little room there is`(letters: Int) {
    let items = CrownCatalogue.all.map { item($0.id, $0.name, isOwn: false, design: $0.design) }

    let all = labels(items, letters: letters)

    #expect(Set(all).count == items.count)
    #expect(all.allSatisfy { !$0.heading.isEmpty && !$0.detail.isEmpty })
  }

  @Test func `a label that has room says what the design says`() {
    let items = CrownCatalogue.all.map { item($0.id, $0.name, isOwn: false, design: $0.design) }
    for (item, label) in zip(items, labels(items, letters: 24)) {
      let design = item.design
      #expect(
        label.heading == design?.family.title || label.heading == design?.family.shortTitle(in: .english))
      let traits = (design?.traits ?? []).map(\.english)
      for part in label.detail.split(separator: ", ") {
        #expect(traits.contains { part.hasPrefix($0) }, "\(part) of \(item.id)")
      }
    }
  }

  @Test func `drawings of one's own are told apart by their names, or else by what they are called in files`()
  {
    let all = labels([item("a", "Mine"), item("b", "Mine"), item("c", "Tudor crown, gilt")], letters: 13)
    #expect(all.map(\.heading) == ["Mine", "Mine", "Tudor crown"])
    #expect(all.map(\.detail) == ["Your own", "b", "gilt"])
  }

  @Test(arguments: [10, 13, 18, 24])
  func `drawings of one's own with long names are told apart in two lines`(letters: Int) {
    // As files are called that were exported from here.
    let names = CrownCatalogue.all.map { $0.id.split(separator: "-").joined(separator: " ") }
    let items = names.map { item($0, $0.prefix(1).uppercased() + $0.dropFirst()) }

    let all = labels(items, letters: letters)

    #expect(
      Set(all.map { "\($0.heading.prefix(letters))\n\($0.detail.prefix(letters))" }).count == items.count)
    let scans = labels(
      [item("1", "Scan_2026-11-23_crown_0001"), item("2", "Scan_2026-11-23_crown_0002")], letters: 13)
    #expect(scans.map(\.detail) == ["…3_crown_0001", "…3_crown_0002"])
    #expect((all + scans).allSatisfy { $0.isOneName || items.map(\.name).contains($0.heading) })
  }
}
