public import Colors
public import Controls
public import Geometry
public import Localization
public import Posters
public import Publishing
public import Scene

/// The posters that a gallery shows, wherever they are kept.
///
/// A gallery asks only for what is seen, so that a source may keep a hundred thousand. Whatever takes time is done in
/// the background: the source returns what it has, and a new `version` says when it has more. Edits and searches
/// are answered by messages.
public protocol PosterDataSource: AnyObject {
  /// Whether posters can be shown.
  var state: DataSourceState { get }

  /// Differs after each change, be it ours, another window's, or a picture that has come.
  var version: DataSourceVersion { get }

  /// Which posters are listed.
  var filter: PosterFilter { get set }

  /// All albums in their order.
  var albums: [Album] { get }

  /// The pages of those posters whose shape is not that of most, listed or not.
  var unusualPages: [PosterCard.ID: Size] { get }

  /// How many posters are listed.
  var count: Int { get }

  /// Returns which poster stands at a place of the list, from 0 up to but not including `count`.
  func id(at index: Int) -> PosterCard.ID
  /// Returns the place of a poster in the list, or nil where it is not listed.
  func index(of id: PosterCard.ID) -> Int?

  /// Returns what is known of a listed poster, or nil while it is being read.
  func card(at index: Int) -> PosterCard?

  /// Reads cards and pictures in the background; what an earlier request asked for and this one does not is no
  /// longer wanted.
  func prefetch(_ request: PrefetchRequest)

  /// Returns the picture of a poster, in another size while that in the right one is not there.
  func picture(of id: PosterCard.ID, size: PixelSize) -> SharedBitmap?

  /// Makes a poster ready to be drawn in any size.
  func prepare(_ id: PosterCard.ID)

  /// Returns new layers of a poster that is ready.
  func layers(of id: PosterCard.ID) -> LayersResult

  /// Reads a poster to be edited, with what was done to it; a message brings it.
  func open(_ id: PosterCard.ID)

  /// Takes note that a poster was saved as another version, so that it is shown so from now on.
  func noteSaved(_ poster: Poster, as id: PosterCard.ID)

  /// Makes a change; a message with the same number says what came of it.
  func perform(_ change: PosterChange, number: Int)

  /// Writes posters as files of a kind; messages say how far that is and what came of it.
  func export(_ ids: [PosterCard.ID], as kind: ExportKind)

  /// Returns what writes posters as PDF files into a folder, in any thread; nil where that is not possible.
  func files(of ids: [PosterCard.ID]) -> DragOffer.FileMaker?

  /// Looks for printers for posters; a message says which there are, or a notice why there are none.
  func findPrinters(for ids: [PosterCard.ID])

  /// Prints posters on a printer; messages say how far that is and what came of it.
  func print(_ ids: [PosterCard.ID], on printer: String)

  /// Prints posters as the pages of one document, on what is chosen in the desktop's own panel; a notice says what came of
  /// it.
  func printThroughDesktop(_ ids: [PosterCard.ID])

  /// Ends what is being exported or printed; posters that are done stay.
  func cancelExport()

  /// Takes in what the background has done; returns the answers and notices among it, in their order.
  func takeMessages() -> [DataSourceMessage]

  /// Tries again after a failure.
  func retry()

  /// Saves what can be read of a damaged library into a new one in its place; a message says what came of it.
  func repair()
}

/// Whether posters can be shown.
public enum DataSourceState: Hashable, Sendable {
  /// The posters are being read for the first time.
  case loading
  /// The posters can be shown.
  case ready
  /// What happened, and what to do about it.
  case failed(String, advice: String, remedy: Remedy = .retry)

  /// What the person can do about a failure from here.
  public enum Remedy: Hashable, Sendable {
    /// To try again.
    case retry
    /// To save what can be read of a damaged library.
    case repair
  }
}

/// Counts the changes of a data source.
public struct DataSourceVersion: Hashable, Sendable {
  /// The changes of which posters are listed, or of what they are called.
  public var listing = 0
  /// All changes.
  public var revision = 0

  /// Creates the version of a source in which nothing has changed.
  public init() {}
}

/// What a data source answers.
public enum DataSourceMessage {
  /// A text to be shown once.
  case notice(String)
  /// Something does not work as it should.
  case warning(Message)
  /// Files were written, in words, and the folder in which they are.
  case exported(String, folder: String)
  /// How far something is that takes a while; nil when it has ended.
  case progress(PosterProgress?)
  /// The printers that were looked for, to print posters on.
  case printers([String], for: [PosterCard.ID])
  /// No program can tell the printers, but the desktop may print the posters.
  case printsThroughDesktop([PosterCard.ID])
  /// The library is damaged, in words; what can be read of it may be saved.
  case damaged(String)
  /// What came of the change with a number.
  case performed(number: Int, Result<PosterChangeResult, any Error>)
  /// A poster that was to be edited, or why it cannot be.
  case opened(PosterCard.ID, Result<EditedDocument, any Error>)
}

/// The layers of a poster, or why there are none.
public enum LayersResult {
  /// Layers of their own for whoever asked.
  case ready(PosterLayers)
  /// The poster is not ready; `prepare` makes it so.
  case pending
  /// The poster cannot be read.
  case unreadable
}

/// An album: posters that belong together.
public struct Album: Hashable, Sendable {
  /// What a data source knows an album by.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// What the data source knows the album by.
  public var id: ID
  /// What people call the album.
  public var name: String
  /// How many posters are in it.
  public var count: Int

  /// Creates an album.
  public init(id: ID, name: String, count: Int) {
    (self.id, self.name, self.count) = (id, name, count)
  }
}

/// The order in which posters hang.
public enum PosterOrder: String, Hashable, Sendable, CaseIterable {
  /// As the person has arranged them.
  case own
  /// The newest first.
  case newest
  /// Those that were changed last first.
  case changed
  /// By title, upper and lower case alike.
  case title
  /// By the hue of their grounds from red on.
  case color

  /// What a person reads.
  public var name: String {
    switch self {
    case .own: "Own order"
    case .newest: "Newest first"
    case .changed: "Last changed"
    case .title: "By title"
    case .color: "By colour"
    }
  }
}

/// Which posters are listed, and in which order.
public struct PosterFilter: Hashable, Sendable {
  /// The words to find; blank for all posters.
  public var words: String
  /// Whether only favourites are listed.
  public var favoritesOnly: Bool
  /// The album that is shown; nil for all posters.
  public var album: Album.ID?
  /// The order in which the posters hang.
  public var order: PosterOrder

  /// Creates a filter; without arguments all posters are listed in their own order.
  public init(
    words: String = "", favoritesOnly: Bool = false, album: Album.ID? = nil, order: PosterOrder = .own
  ) {
    self.words = words
    self.favoritesOnly = favoritesOnly
    self.album = album
    self.order = order
  }

  /// Whether all posters are listed.
  public var isEmpty: Bool { !favoritesOnly && album == nil && words.allSatisfy(\.isWhitespace) }
}

/// How far something is that is done with posters.
public struct PosterProgress: Hashable, Sendable {
  /// What is done, such as “Exporting 7 posters as PDF”.
  public var title: String
  /// How many posters are done.
  public var done: Int
  /// How many posters there are.
  public var count: Int

  /// Creates a progress.
  public init(_ title: String, done: Int, of count: Int) {
    (self.title, self.done, self.count) = (title, done, count)
  }
}

/// The posters that a wall shows now and will soon show.
public struct PrefetchRequest: Hashable, Sendable {
  /// The posters that are seen.
  public var visible: Range<Int>
  /// Those that will be seen when scrolling goes on, the next first.
  public var ahead: [Int]
  /// Where posters hang.
  public var grid: PosterGrid
  /// The room of one that fills the window.
  public var window: Size
  /// The ground on which posters hang.
  public var ground: RGBA

  /// Creates a request for a wall.
  public init(
    visible: Range<Int>, ahead: [Int], grid: PosterGrid, window: Size, ground: RGBA = Theme(.light).wall
  ) {
    self.visible = visible
    self.ahead = ahead
    self.grid = grid
    self.window = window
    self.ground = ground
  }

  /// Physical pixels a point.
  public var scale: Double { grid.scale }
}

/// The kinds of files that posters are exported as.
public enum ExportKind: String, Hashable, Sendable, CaseIterable {
  /// A document of one page for each poster.
  case pdf = "PDF"
  /// A picture for each poster.
  case png = "PNG"
  /// A drawing for each poster.
  case svg = "SVG"
  /// A picture that ends at the page's edge, for screens.
  case pngWithoutBleed = "PNG without bleed"

  /// The format of the files, such as `png`.
  var format: String { self == .pngWithoutBleed ? "png" : rawValue.lowercased() }
}

/// A change of the posters.
public enum PosterChange: Sendable {
  /// Hangs a new poster behind one, or at the end.
  case create(Poster, after: PosterCard.ID?)
  /// Hangs copies of posters.
  case duplicate([PosterCard.ID])
  /// Gives a poster another title.
  case rename(PosterCard.ID, to: String)
  /// Marks posters as favourites or not.
  case setFavorite([PosterCard.ID], Bool)
  /// Takes posters down.
  case remove([PosterCard.ID])
  /// Brings back what was removed.
  case restore(DeletedPosters)
  /// Adds the posters of files: documents as they are, pictures as grounds of new posters, which are in a language.
  case read([String], language: String?)
  /// Moves posters behind one, or to the beginning.
  case move([PosterCard.ID], after: PosterCard.ID?)
  /// Puts posters back where they stood.
  case arrange(StoredChange)
  /// Makes an album of posters.
  case createAlbum(String, [PosterCard.ID])
  /// Gives an album another name.
  case renameAlbum(Album.ID, to: String)
  /// Takes an album away; its posters stay on the wall.
  case removeAlbum(Album.ID)
  /// Brings back an album that was removed.
  case restoreAlbum(StoredChange)
  /// Puts posters into an album.
  case addToAlbum([PosterCard.ID], Album.ID)
  /// Takes posters out of an album; they stay on the wall.
  case takeFromAlbum([PosterCard.ID], Album.ID)
}

/// What a source needs to take a change back, known to it alone.
public struct StoredChange: Sendable {
  /// What the source has kept.
  public let contents: any Sendable

  /// Creates a change from what the source needs.
  public init(_ contents: any Sendable) { self.contents = contents }
}

/// Posters that were removed, with whatever their source needs to put them back.
public struct DeletedPosters: Sendable {
  /// The posters.
  public let ids: [PosterCard.ID]
  /// What the source needs to put them back.
  public let contents: any Sendable

  /// Creates a set of removed posters.
  public init(ids: [PosterCard.ID], contents: any Sendable) {
    self.ids = ids
    self.contents = contents
  }
}

/// What a change has done.
public struct PosterChangeResult: Sendable {
  /// The posters that it concerned, the new ones when it made some.
  public var ids: [PosterCard.ID]
  /// What undoes it, or nil when it changed nothing.
  public var inverse: PosterChange?
  /// What of the change was refused and why, or nil.
  public var refusals: String?
  /// The album that was made, or nil.
  public var album: Album.ID?

  /// Creates a result; without an inverse nothing was changed.
  public init(ids: [PosterCard.ID], inverse: PosterChange?) {
    self.ids = ids
    self.inverse = inverse
  }
}

/// A poster as layers: a root that covers `size`, to be shown in any size by a transform.
public struct PosterLayers {
  /// The root.
  public let layer: Layer
  /// The size of the root, in its own points.
  public let size: Size

  /// The layers whose corners are those of the poster, and how many of their units one of the root is.
  private let grounds: [Layer]
  private let unit: Double

  /// Creates a poster of layers; without grounds its corners are square.
  public init(layer: Layer, size: Size, grounds: [Layer] = [], unit: Double = 1) {
    self.layer = layer
    self.size = size
    self.grounds = grounds
    self.unit = unit
  }

  /// The radius of a poster's corners, in points of the window.
  public static let cornerRadius = 2.0

  /// Places the layers so that they cover a rectangle of their superlayer, whose points are the window's.
  public func fit(_ frame: Rect) {
    layer.anchorPoint = Point(0, 0)
    layer.bounds = Rect(origin: .zero, size: size)
    layer.position = frame.origin
    let scale = Vector(frame.width / size.width, frame.height / size.height)
    layer.transform = .scale(x: scale.dx, y: scale.dy)
    for ground in grounds {
      ground.cornerRadius = Self.cornerRadius / min(scale.dx, scale.dy) * unit
    }
  }
}
