import Palettes

/// The storage of palettes.
public struct PaletteStore {
  /// Returns all palettes in order.
  public var load: () throws -> [PaletteEntry]
  /// Adds a palette and returns its id: the requested one, or another if that is empty or taken.
  public var insert: (PaletteEntry) throws -> String
  /// Replaces a palette with a changed version, merged with changes made elsewhere since it was shown; returns the
  /// stored version.
  public var replace: (_ shown: PaletteEntry, _ changed: PaletteEntry) throws -> PaletteEntry
  /// Removes the palette with an id.
  public var remove: (_ id: String) throws -> Void
  /// Sets the order of the palettes.
  public var order: (_ ids: [String]) throws -> Void

  /// Creates a store from its operations.
  public init(
    load: @escaping () throws -> [PaletteEntry], insert: @escaping (PaletteEntry) throws -> String,
    replace: @escaping (_ shown: PaletteEntry, _ changed: PaletteEntry) throws -> PaletteEntry,
    remove: @escaping (_ id: String) throws -> Void,
    order: @escaping (_ ids: [String]) throws -> Void
  ) {
    (self.load, self.insert, self.replace, self.remove, self.order) = (load, insert, replace, remove, order)
  }
}
