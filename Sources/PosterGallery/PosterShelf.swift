public import Geometry
public import Scene

/// The posters that a gallery shows, wherever they are kept.
///
/// A gallery asks only for what is seen, so that a shelf may keep a hundred thousand; it says by `revision` that
/// something may look different now.
public protocol PosterShelf: AnyObject {
  var phase: ShelfPhase { get }

  /// A number that is another one after each change, be it ours, another window's, or a picture that has come.
  var revision: Int { get }

  /// A number that is another one after each change of which posters are listed, or of what they are called.
  var listing: Int { get }

  /// Which posters are listed.
  var filter: ShelfFilter { get set }

  /// How many posters are listed, and how many there are.
  var count: Int { get }
  var total: Int { get }

  func id(at index: Int) -> PosterCard.ID
  func index(of id: PosterCard.ID) -> Int?

  /// Returns what is known of a listed poster, or nil when it cannot be read.
  func card(at index: Int) -> PosterCard?

  /// Returns the listed posters that some words begin to describe.
  func matches(_ words: String) -> Set<PosterCard.ID>

  /// Says which pictures are needed now and which will be soon; what was asked for before and is not among them is
  /// no longer wanted.
  func want(_ wish: ShelfWish)

  /// Returns the picture of a poster, in another size while that in the right one is not there.
  func picture(of id: PosterCard.ID, size: PixelSize) -> Raster?

  /// Makes a poster ready to be drawn in any size, in the background.
  func prepare(_ id: PosterCard.ID)

  /// Returns the layers of a poster; unless `waits`, only those of one that is ready.
  func drawing(of id: PosterCard.ID, waits: Bool) -> PosterDrawing?

  /// Makes a change and returns what undoes it.
  func perform(_ change: ShelfChange) throws -> ShelfOutcome

  /// Writes posters as files of a kind; what became of it comes as a notice.
  func export(_ ids: [PosterCard.ID], as kind: ExportKind)

  /// Takes the words that should be shown once, in the order in which they came.
  func takeNotices() -> [String]

  /// Tries again after a failure.
  func retry()
}

/// Whether posters can be shown.
public enum ShelfPhase: Hashable, Sendable {
  case loading
  case ready
  /// What happened, and what to do about it.
  case failed(String, advice: String)
}

/// Which posters of a shelf are listed.
public struct ShelfFilter: Hashable, Sendable {
  public var words: String
  public var favoritesOnly: Bool

  public init(words: String = "", favoritesOnly: Bool = false) {
    self.words = words
    self.favoritesOnly = favoritesOnly
  }

  public var isEmpty: Bool { !favoritesOnly && words.allSatisfy(\.isWhitespace) }
}

/// The pictures that a gallery needs.
public struct ShelfWish: Hashable, Sendable {
  /// The posters that are seen.
  public var visible: Range<Int>
  /// Those that will be seen when scrolling goes on, the next first.
  public var ahead: [Int]
  /// The room of a poster on the wall.
  public var room: Size
  /// The room of one that fills the window.
  public var window: Size
  /// Physical pixels a point.
  public var scale: Double

  public init(visible: Range<Int>, ahead: [Int], room: Size, window: Size, scale: Double) {
    self.visible = visible
    self.ahead = ahead
    self.room = room
    self.window = window
    self.scale = scale
  }
}

/// The kinds of files that posters are exported as.
public enum ExportKind: String, Hashable, Sendable, CaseIterable {
  case pdf = "PDF"
  case png = "PNG"
  case svg = "SVG"
}

/// A change of a shelf.
public enum ShelfChange {
  /// A new poster behind one, or at the end.
  case create(after: PosterCard.ID?)
  case duplicate([PosterCard.ID])
  case rename(PosterCard.ID, to: String)
  case setFavorite([PosterCard.ID], Bool)
  case remove([PosterCard.ID])
  /// Brings back what was removed.
  case restore(RemovedCards)
  /// Adds the posters of JSON files.
  case read([String])
}

/// Posters that were taken off a shelf, with whatever the shelf needs to put them back.
public final class RemovedCards {
  public let ids: [PosterCard.ID]
  public let contents: any Sendable

  public init(ids: [PosterCard.ID], contents: any Sendable) {
    self.ids = ids
    self.contents = contents
  }
}

/// What a change has done.
public struct ShelfOutcome {
  /// The posters that it concerned, the new ones when it made some.
  public var ids: [PosterCard.ID]
  /// What undoes it, or nil when it changed nothing.
  public var inverse: ShelfChange?

  public init(ids: [PosterCard.ID], inverse: ShelfChange?) {
    self.ids = ids
    self.inverse = inverse
  }
}
