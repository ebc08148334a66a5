// Untranslated file: scenes for developers, who read English.

import Application
import Catalog
import Colors
import Controls
import Geometry
import Posters
import Scene
import Typography

extension DemoScene {
  /// A demonstration of the gallery: a poster is opened, dragged, caught and released, and its neighbour is shown.
  package static let galleryOpen = DemoScene(
    "gallery-open", "a poster that flies out of the gallery and back", size: Gallery.defaultSize,
    minimumSize: Gallery.minimumSize, duration: 7, appearance: .dark,
    make: { Gallery($0, try GalleryLibrary.samples()) }
  ) { content in GalleryVisit.opening(in: content.accessibility.frame.size) }

  /// Returns a demonstration from an empty gallery to a first poster; a script may continue from there.
  package static func galleryEmpty(editors: PosterEditors) -> DemoScene {
    DemoScene(
      "gallery-empty", "an empty gallery, and a first poster from a template", size: Size(1040, 640),
      minimumSize: Gallery.minimumSize, duration: 4,
      make: { Gallery($0, try GalleryLibrary.empty(), editors: editors) }
    ) { _ in
      var hand = ScriptedHand(at: Point(520, 500))
      hand.rest(0.4)
      hand.key(.character("n"), .control)
      hand.rest(0.6)
      hand.key(.right)
      hand.rest(0.6)
      hand.key(.enter)
      return hand.script
    }
  }

  /// Returns a scene in which the editor opens and closes over a poster repeatedly, to measure the time until it is
  /// visible.
  package static func editOpen(editors: PosterEditors) -> DemoScene {
    DemoScene(
      "edit-open", "the editor that opens over a poster and closes again", size: Gallery.defaultSize,
      minimumSize: Gallery.minimumSize, duration: 10, appearance: .dark,
      make: { Gallery($0, try GalleryLibrary.samples(), editors: editors) }
    ) { _ in
      var hand = ScriptedHand(at: Point(4, 400))
      hand.rest(0.2)
      hand.key(.right)
      hand.key(.enter)
      hand.rest(1.4)
      for _ in 0..<7 {
        hand.key(.enter)
        hand.rest(0.5)
        hand.key(.escape)
        hand.key(.escape)
        hand.rest(0.7)
      }
      return hand.script
    }
  }

  /// Scrolling walls of different numbers of posters.
  package static let galleryScrolls = [100, 10_000, 100_000].map { count in
    DemoScene(
      count == 100 ? "gallery-scroll" : "gallery-scroll-\(count)",
      "a gallery of \(count) posters that scrolls",
      size: Gallery.defaultSize, minimumSize: Gallery.minimumSize, duration: 10, appearance: .dark,
      make: { Gallery($0, try GalleryLibrary.crowd(count)) }
    ) { content in GalleryVisit.scrolling(in: content.accessibility.frame.size) }
  }
}

/// The scripted input of the gallery's demonstrations.
enum GalleryVisit {
  static func opening(in size: Size) -> InputScript {
    let middle = Point(size.width * 0.36, size.height * 0.55)
    var hand = ScriptedHand(at: Point(size.width * 0.8, size.height * 0.9))
    hand.rest(0.3)
    hand.move(to: middle, over: 0.6)
    hand.doubleClick()
    hand.rest(1.2)
    hand.move(to: Point(4, size.height * 0.5), over: 0.4)
    hand.press()
    hand.move(to: Point(size.width * 0.45, size.height * 0.55), over: 0.6)
    hand.move(to: Point(size.width * 0.15, size.height * 0.52), over: 0.4)
    hand.release()
    hand.rest(0.8)
    hand.key(.right)
    hand.rest(0.9)
    hand.move(to: Point(size.width * 0.5, size.height * 0.4), over: 0.2)
    hand.press()
    hand.move(to: Point(size.width * 0.62, size.height * 0.75), over: 0.22)
    hand.release()
    return hand.script
  }

  static func scrolling(in size: Size, turns: Int = 40) -> InputScript {
    var hand = ScriptedHand(at: Point(size.width * 0.5, size.height * 0.5))
    for turn in 0..<turns {
      hand.wheel(turn < turns * 3 / 4 ? -1 : 1)
      hand.rest(0.22)
    }
    return hand.script
  }
}
