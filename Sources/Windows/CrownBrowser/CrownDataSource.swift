public import Colors
import Geometry
public import Heraldry

/// Where the browser's crowns come from, and what can be done with them.
///
/// Everything here may take a while: it is called on a worker, one call at a time.
public struct CrownDataSource: Sendable {
  /// Returns all crowns, in order.
  public var load: @Sendable () throws -> [CrownItem]
  /// Returns the identifiers of the crowns that some words find, the best first.
  public var search: @Sendable (String) throws -> [String]
  /// Gives a crown of one's own another name.
  public var rename: @Sendable (_ id: String, _ name: String) throws -> Void
  /// Takes a crown of one's own away, so that it can be put back.
  public var remove: @Sendable (_ id: String) throws -> Void
  /// Puts back what was taken away.
  public var restore: @Sendable (_ id: String) throws -> Void
  /// Makes crowns favourites, or takes that back.
  public var favor: @Sendable (_ ids: [String], _ isFavorite: Bool) throws -> Void
  /// Adds a crown of one's own that was designed; returns its identifier.
  public var design: @Sendable (_ design: CrownDesign, _ name: String) throws -> String
  /// Returns crowns beside each other in a colour, as bytes of a kind.
  public var copy: @Sendable ([CrownItem], CrownCopyKind, RGBA) throws -> [UInt8]
  /// Writes a crown into a file of its own; returns where that is.
  public var export: @Sendable (CrownItem, RGBA) throws -> String
  /// Adds SVG files and folders; tells how far it is, and at the end what became of them. Where it is told to stop, by
  /// false, nothing is added.
  public var add: @Sendable (_ paths: [String], _ tell: (CrownImportProgress) -> Bool) -> Void
  /// Reads everything through; returns what the person should know of it, or nil.
  public var check: @Sendable () throws -> String?
  /// Saves what can be read of a damaged library into a new one in its place; returns what was done, in words.
  public var repair: @Sendable () throws -> String

  /// The library does not hold together, which `repair` mends.
  public struct Damage: Error, CustomStringConvertible {
    public let description = "The library is damaged: its crowns cannot be changed before it is repaired"

    /// Creates a data source of no crowns.
    public init() {}
  }

  /// Creates a data source.
  public init(
    load: @escaping @Sendable () throws -> [CrownItem],
    search: @escaping @Sendable (String) throws -> [String],
    rename: @escaping @Sendable (String, String) throws -> Void,
    remove: @escaping @Sendable (String) throws -> Void,
    restore: @escaping @Sendable (String) throws -> Void,
    favor: @escaping @Sendable ([String], Bool) throws -> Void = { _, _ in },
    design: @escaping @Sendable (CrownDesign, String) throws -> String = { _, name in name },
    copy: @escaping @Sendable ([CrownItem], CrownCopyKind, RGBA) throws -> [UInt8] = {
      try CrownSheet($0).bytes(as: $1, color: $2)
    },
    export: @escaping @Sendable (CrownItem, RGBA) throws -> String,
    add: @escaping @Sendable ([String], (CrownImportProgress) -> Bool) -> Void,
    check: @escaping @Sendable () throws -> String? = { nil },
    repair: @escaping @Sendable () throws -> String = { throw Damage() }
  ) {
    self.load = load
    self.search = search
    self.rename = rename
    self.remove = remove
    self.restore = restore
    self.favor = favor
    self.design = design
    self.copy = copy
    self.export = export
    self.add = add
    self.check = check
    self.repair = repair
  }
}
