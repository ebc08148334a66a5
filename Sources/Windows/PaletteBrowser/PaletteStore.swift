import Palettes

/// Where palettes are kept.
public struct PaletteStore {
  /// Returns all palettes in their order.
  public var load: () throws -> [PaletteEntry]
  /// Adds a palette and returns its id: the wanted one, or where that is empty or taken another.
  public var insert: (PaletteEntry) throws -> String
  /// Puts a changed version in the place of the one that was shown, with what others have changed since; returns what is
  /// kept.
  public var replace: (_ shown: PaletteEntry, _ changed: PaletteEntry) throws -> PaletteEntry
  /// Takes the palette with an id away.
  public var remove: (_ id: String) throws -> Void
  /// Brings the palettes into an order.
  public var order: (_ ids: [String]) throws -> Void

  /// Creates a store from what reads it and what changes it.
  public init(
    load: @escaping () throws -> [PaletteEntry], insert: @escaping (PaletteEntry) throws -> String,
    replace: @escaping (_ shown: PaletteEntry, _ changed: PaletteEntry) throws -> PaletteEntry,
    remove: @escaping (_ id: String) throws -> Void,
    order: @escaping (_ ids: [String]) throws -> Void
  ) {
    (self.load, self.insert, self.replace, self.remove, self.order) = (load, insert, replace, remove, order)
  }
}
