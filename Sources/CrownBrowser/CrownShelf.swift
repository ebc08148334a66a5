public import Colors

/// Where the browser's crowns come from, and what can be done with them.
public struct CrownShelf {
  /// Returns all crowns, in order.
  public var load: () throws -> [CrownItem]
  /// Returns the identifiers of the crowns that some words find, the best first.
  public var search: (String) throws -> [String]
  /// Gives a crown of one's own another name.
  public var rename: (_ id: String, _ name: String) throws -> Void
  /// Takes a crown of one's own away, so that it can be put back.
  public var remove: (_ id: String) throws -> Void
  /// Puts back what was taken away.
  public var restore: (_ id: String) throws -> Void
  /// Returns a crown as an SVG document in a colour.
  public var document: (CrownItem, RGBA) -> String
  /// Writes a crown into a file of its own; returns where that is.
  public var export: (CrownItem, RGBA) throws -> String
  /// Begins to add SVG files and folders; what comes of it is shown with `CrownBrowserContent.show(_:at:)`.
  public var add: (_ paths: [String]) -> Void
  /// Keeps the colour that was chosen.
  public var keepColor: (RGBA) -> Void

  public init(
    load: @escaping () throws -> [CrownItem], search: @escaping (String) throws -> [String],
    rename: @escaping (String, String) throws -> Void, remove: @escaping (String) throws -> Void,
    restore: @escaping (String) throws -> Void, document: @escaping (CrownItem, RGBA) -> String,
    export: @escaping (CrownItem, RGBA) throws -> String, add: @escaping ([String]) -> Void,
    keepColor: @escaping (RGBA) -> Void
  ) {
    self.load = load
    self.search = search
    self.rename = rename
    self.remove = remove
    self.restore = restore
    self.document = document
    self.export = export
    self.add = add
    self.keepColor = keepColor
  }
}

/// What has become of files that are being added.
public struct ArrivingCrowns: Hashable, Sendable {
  /// A file that was refused, or of which something could not be shown.
  public struct Fault: Hashable, Sendable {
    public var file: String
    public var reason: String
    public var isRefusal: Bool

    public init(file: String, reason: String, isRefusal: Bool) {
      self.file = file
      self.reason = reason
      self.isRefusal = isRefusal
    }
  }

  /// How many files were looked at, and of how many.
  public var done: Int
  public var total: Int
  /// The identifiers of the crowns that are new, in order.
  public var added: [String]
  /// How many crowns were there already.
  public var known: Int
  public var faults: [Fault]
  public var isFinished: Bool

  public init(
    done: Int, total: Int, added: [String] = [], known: Int = 0, faults: [Fault] = [],
    isFinished: Bool = false
  ) {
    self.done = done
    self.total = total
    self.added = added
    self.known = known
    self.faults = faults
    self.isFinished = isFinished
  }
}
