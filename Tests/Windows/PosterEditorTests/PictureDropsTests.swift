import Testing

@testable import PosterEditor

@Suite struct PictureDropsTests {
  @Test(arguments: [
    ["/a/notes.txt"], ["/a/notes.txt", "/b/film.mp4"], ["/a/x.txt", "/b/y.txt", "/c/z.txt"],
  ])
  func `every file that is no picture is named`(paths: [String]) {
    let words = PictureDrops.refusal(of: paths, in: .english)

    for path in paths { #expect(words.contains("“\(path.split(separator: "/").last ?? "")”")) }
    #expect(words.contains(paths.count == 1 ? " is not a picture" : " are not pictures"))
  }

  @Test func `of several pictures those are named that are left out, and not the one that is taken`() {
    let words = PictureDrops.remainder(
      of: ["/a/one.png", "/a/two.png", "/a/three.svg"], without: "/a/one.png", in: .english)

    #expect(words.contains("“two.png” and “three.svg” were left out") && !words.contains("one.png"))
  }
}
