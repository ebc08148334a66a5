public import Colors
public import Controls
public import Geometry
public import Localization
import PosterScene
public import Posters
public import Publishing
public import Scene

/// The source of a gallery's posters, independent of their storage.
///
/// A gallery requests only what is visible, so that a source may hold a hundred thousand posters. Slow work runs in the
/// background: the source returns the data that it has, and a new `version` announces more. Messages answer edits and
/// searches.
public protocol PosterDataSource: AnyObject {
  /// Whether posters can be shown.
  var state: DataSourceState { get }

  /// Differs after each change, whether it is ours, another window's, or a loaded picture.
  var version: DataSourceVersion { get }

  /// The filter and order of the list.
  var filter: PosterFilter { get set }

  /// All albums in order.
  var albums: [Album] { get }

  /// The number of posters in the bin.
  var binCount: Int { get }

  /// The pages of those posters that have an unusual aspect ratio, listed or not.
  var unusualPages: [PosterCard.ID: Size] { get }

  /// The number of listed posters.
  var count: Int { get }

  /// Returns the poster at an index of the list, from 0 up to but not including `count`.
  func id(at index: Int) -> PosterCard.ID
  /// Returns the index of a poster in the list, or nil if it is not listed.
  func index(of id: PosterCard.ID) -> Int?

  /// Returns the card of a listed poster, or nil while it is being read.
  func card(at index: Int) -> PosterCard?

  /// Reads cards and pictures in the background; a new request replaces the previous one.
  func prefetch(_ request: PrefetchRequest)

  /// Returns the picture of a poster, in another size until the right one is available.
  func picture(of id: PosterCard.ID, size: PixelSize) -> SharedBitmap?

  /// Prepares a poster to be drawn in any size.
  func prepare(_ id: PosterCard.ID)

  /// Returns new layers of a prepared poster.
  func layers(of id: PosterCard.ID) -> LayersResult

  /// Prepares the pictures of a poster for a zoom, and returns whether its layers have them. Large ones are kept of one
  /// poster at a time.
  func enlarge(_ id: PosterCard.ID) -> Bool

  /// Reads a poster for editing, with its history; a message delivers it.
  func open(_ id: PosterCard.ID)

  /// Updates a poster that was saved in another version, so that the new one is shown.
  func noteSaved(_ poster: Poster, as id: PosterCard.ID)

  /// Makes a change; a message with the same number reports the result.
  func perform(_ change: PosterChange, number: Int)

  /// Exports posters as files of a kind; messages report the progress and the result.
  func export(_ ids: [PosterCard.ID], as kind: ExportKind)

  /// Returns a function that writes posters as PDF files into a folder, on any thread; nil if that is not possible.
  func files(of ids: [PosterCard.ID]) -> DragOffer.FileMaker?

  /// Reads posters for a panel; a message delivers them.
  func read(_ ids: [PosterCard.ID], for panel: PosterPanel)

  /// Attaches posters as PDF files to a new message; messages report the progress and the result.
  func send(_ ids: [PosterCard.ID])

  /// Offers a picture of a poster to other programs; a message reports the result.
  func copyPicture(of id: PosterCard.ID, to clipboard: @escaping Clipboard.Offering)

  /// Prints sheets of posters; messages report the progress and the result.
  func print(_ job: PrintJob)

  /// Writes sheets of posters as a PDF; messages report the progress and the result.
  func write(_ job: PrintJob, to path: String)

  /// Cancels the current export or print job; finished posters stay.
  func cancelExport()

  /// Receives results of background work; returns the answers and notices among them, in order.
  func takeMessages() -> [DataSourceMessage]

  /// Retries after a failure.
  func retry()

  /// Recovers a damaged library into a new one in its place; a message reports the result.
  func repair()
}

/// Whether posters can be shown.
public enum DataSourceState: Hashable, Sendable {
  /// The posters are being read for the first time.
  case loading
  /// The posters can be shown.
  case ready
  /// An error, and advice about it.
  case failed(Message, advice: Message, remedy: Remedy = .retry)

  /// The action that the window offers after a failure.
  public enum Remedy: Hashable, Sendable {
    /// Retrying.
    case retry
    /// Recovering a damaged library.
    case repair
  }
}

/// Counts the changes of a data source.
public struct DataSourceVersion: Hashable, Sendable {
  /// The number of changes of the list or of titles.
  public var listing = 0
  /// The number of all changes.
  public var revision = 0

  /// Creates the version of an unchanged source.
  public init() {}
}

/// A message from a data source.
public enum DataSourceMessage {
  /// A text to be shown once.
  case notice(Message)
  /// A description of the written files, and their folder.
  case exported(Message, folder: String)
  /// The progress of a long operation; nil when it has ended.
  case progress(PosterProgress?)
  /// The posters that were read for a panel.
  case read([Poster], for: PosterPanel)
  /// The library is damaged, with a description; it may be recovered.
  case damaged(Message)
  /// The result of the change with a number.
  case performed(number: Int, Result<PosterChangeResult, any Error>)
  /// A poster for editing, or the error that prevents it.
  case opened(PosterCard.ID, Result<EditedDocument, any Error>)
}

extension PosterDataSource {
  /// Returns the place of an index in the list, such as “3 of 12”.
  func place(of index: Int, in language: Language) -> String {
    language.localized("{number} of {count}", ["number": "\(index + 1)", "count": "\(count)"])
  }
}

/// The layers of a poster, or the reason why they are missing.
public enum LayersResult {
  /// New layers, owned by the caller.
  case ready(PosterLayers)
  /// The poster is not ready; call `prepare`.
  case pending
  /// The poster cannot be read.
  case unreadable
}

/// An album of posters.
public struct Album: Hashable, Sendable {
  /// The identity of an album in its data source.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The album's identity in the data source.
  public var id: ID
  /// The album's name.
  public var name: String
  /// The number of posters in it.
  public var count: Int

  /// Creates an album.
  public init(id: ID, name: String, count: Int) {
    (self.id, self.name, self.count) = (id, name, count)
  }
}

/// The order of posters in the gallery.
public enum PosterOrder: String, Hashable, Sendable, CaseIterable {
  /// As the person has arranged them.
  case own
  /// Newest first.
  case newest
  /// Last changed first.
  case changed
  /// By title, ignoring case.
  case title
  /// By the hue of their backgrounds, from red on.
  case color

  /// The name in menus.
  public var name: Message {
    switch self {
    case .own: Message("Own order")
    case .newest: Message("Newest first")
    case .changed: Message("Last changed")
    case .title: Message("By title")
    case .color: Message("By colour")
    }
  }
}

/// The filter and order of the list.
public struct PosterFilter: Hashable, Sendable {
  /// The words to find; blank for all posters.
  public var words: String
  /// Whether only favourites are listed.
  public var favoritesOnly: Bool
  /// The current album; nil for all posters.
  public var album: Album.ID?
  /// Whether the posters in the bin are listed, the last removed first, in place of those in the gallery.
  public var isBin: Bool
  /// The order of the posters.
  public var order: PosterOrder

  /// Creates a filter; by default it lists all posters in their own order.
  public init(
    words: String = "", favoritesOnly: Bool = false, album: Album.ID? = nil, isBin: Bool = false,
    order: PosterOrder = .own
  ) {
    self.isBin = isBin
    self.words = words
    self.favoritesOnly = favoritesOnly
    self.album = album
    self.order = order
  }

  /// Whether all posters are listed.
  public var isEmpty: Bool { !favoritesOnly && album == nil && !isBin && words.allSatisfy(\.isWhitespace) }
}

/// The progress of an operation on posters.
public struct PosterProgress: Hashable, Sendable {
  /// The operation, such as “Exporting 7 posters as PDF”.
  public var title: Message
  /// The number of finished posters.
  public var done: Int
  /// The number of all posters.
  public var count: Int

  /// Creates a progress.
  public init(_ title: Message, done: Int, of count: Int) {
    (self.title, self.done, self.count) = (title, done, count)
  }
}

/// The posters that a gallery shows now and will soon show.
public struct PrefetchRequest: Hashable, Sendable {
  /// The visible posters.
  public var visible: Range<Int>
  /// The posters that become visible if scrolling continues, the next first.
  public var ahead: [Int]
  /// The arrangement of posters.
  public var grid: PosterGrid
  /// The size available to an open poster.
  public var window: Size
  /// The gallery's background colour.
  public var ground: RGBA

  /// Creates a request for a gallery.
  public init(
    visible: Range<Int>, ahead: [Int], grid: PosterGrid, window: Size, ground: RGBA = Theme(.light).wall
  ) {
    self.visible = visible
    self.ahead = ahead
    self.grid = grid
    self.window = window
    self.ground = ground
  }

  /// Physical pixels per point.
  public var scale: Double { grid.scale }
}

/// A panel that shows chosen posters.
public enum PosterPanel: Hashable, Sendable {
  /// The print panel.
  case printing
  /// The outputs of an export set.
  case outputs
  /// The name of a new template.
  case template
}

/// The formats for exporting posters.
public enum ExportKind: String, Hashable, Sendable, CaseIterable {
  /// A one-page document for each poster.
  case pdf = "PDF"
  /// A picture for each poster.
  case png = "PNG"
  /// A drawing for each poster.
  case svg = "SVG"
  /// A picture with some loss, for everything that shows pictures.
  case jpeg = "JPEG"
  /// A small picture for the web.
  case webp = "WebP"
  /// The smallest picture for the web.
  case avif = "AVIF"
  /// A picture that ends at the page's edge, for screens.
  case pngWithoutBleed = "PNG without bleed"

  /// The operation of exporting, for a progress bar.
  var progressTitle: Message {
    self == .pngWithoutBleed
      ? Message("Exporting as PNG without bleed")
      : Message("Exporting as {format}", ["format": rawValue])
  }

  /// The file format, such as `png`.
  var format: String { self == .pngWithoutBleed ? "png" : rawValue.lowercased() }
}

/// A change to the posters.
public enum PosterChange: Sendable {
  /// Adds a new poster after another one, or at the end.
  case create(Poster, after: PosterCard.ID?)
  /// Duplicates posters; the titles of the copies say so in a language.
  case duplicate([PosterCard.ID], Language)
  /// Renames a poster.
  case rename(PosterCard.ID, to: String)
  /// Marks posters as favourites or not.
  case setFavorite([PosterCard.ID], Bool)
  /// Moves posters to the bin.
  case remove([PosterCard.ID])
  /// Moves posters from the bin back to the gallery.
  case restore([PosterCard.ID])
  /// Deletes posters from the bin for good, which cannot be undone.
  case deleteFromBin([PosterCard.ID])
  /// Imports posters from files: documents unchanged, pictures as backgrounds of new posters in a language.
  case read([String], language: String?)
  /// Moves posters after another one, or to the beginning.
  case move([PosterCard.ID], after: PosterCard.ID?)
  /// Restores the previous order of posters.
  case arrange(StoredChange)
  /// Creates an album of posters.
  case createAlbum(String, [PosterCard.ID])
  /// Renames an album.
  case renameAlbum(Album.ID, to: String)
  /// Removes an album; its posters stay in the gallery.
  case removeAlbum(Album.ID)
  /// Restores a removed album.
  case restoreAlbum(StoredChange)
  /// Adds posters to an album.
  case addToAlbum([PosterCard.ID], Album.ID)
  /// Removes posters from an album; they stay in the gallery.
  case takeFromAlbum([PosterCard.ID], Album.ID)
}

/// The data that a source needs to undo a change, opaque to others.
public struct StoredChange: Sendable {
  /// The source's data.
  public let contents: any Sendable

  /// Creates a change from the source's data.
  public init(_ contents: any Sendable) { self.contents = contents }
}

/// The result of a change.
public struct PosterChangeResult: Sendable {
  /// The affected posters, the new ones if it created some.
  public var ids: [PosterCard.ID]
  /// The change that undoes it, or nil if nothing changed.
  public var inverse: PosterChange?
  /// The parts of the change that were refused and the reasons, or nil.
  public var refusals: Message?
  /// The album that was created, or nil.
  public var album: Album.ID?

  /// Creates a result; a nil inverse means that nothing changed.
  public init(ids: [PosterCard.ID], inverse: PosterChange?) {
    self.ids = ids
    self.inverse = inverse
  }
}

/// The layers of a poster: a root that covers `size`, scaled by a transform.
public struct PosterLayers {
  /// The root layer.
  public let layer: Layer
  /// The size of the root, in its own points.
  public let size: Size

  /// The layers that have the poster's rounded corners, and the number of their units per point of the root.
  private let grounds: [Layer]
  private let unit: Double
  /// The layout of which the layers were made, if it has codes.
  private var coded: PosterLayout?

  /// Creates the layers of a poster; without background layers its corners are square.
  public init(layer: Layer, size: Size, grounds: [Layer] = [], unit: Double = 1) {
    self.layer = layer
    self.size = size
    self.grounds = grounds
    self.unit = unit
  }

  /// Creates the layers that were made of a layout.
  init(layer: Layer, size: Size, grounds: [Layer], of layout: PosterLayout) {
    self.init(layer: layer, size: size, grounds: grounds)
    coded = layout.elements.isEmpty ? nil : layout
  }

  /// Draws codes for a poster of so many pixels, on which modules begin and end; nil draws them in their exact places.
  func alignCodes(toPixels size: Size?) { coded?.alignCodes(in: layer, toPixels: size) }

  /// The corner radius of a poster, in points of the window.
  public static let cornerRadius = 2.0

  /// Makes the layers cover a rectangle of their superlayer, whose points are the window's.
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
