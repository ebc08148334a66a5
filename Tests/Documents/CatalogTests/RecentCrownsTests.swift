import Catalog
import Files
import Testing

@Suite struct RecentCrownsTests {
  @Test func `the newest stands in front, once, and the list is kept`() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path
    var recent = RecentCrowns(folder: folder)
    for number in 0..<40 { recent.add("crown-\(number % 30)") }
    #expect(recent.save())
    let again = RecentCrowns(folder: folder)

    #expect(again == recent && again.ids.count == RecentCrowns.capacity)
    #expect(Array(again.ids.prefix(2)) == ["crown-9", "crown-8"])
    #expect(Set(again.ids).count == again.ids.count)
  }
}
