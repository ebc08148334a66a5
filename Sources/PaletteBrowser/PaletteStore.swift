import Palettes

/// Where palettes are kept.
public struct PaletteStore {
  /// Returns all palettes in their order.
  public var load: () throws -> [PaletteEntry]
  /// Adds a palette and returns its id: the wanted one, or where that is empty or taken another.
  public var insert: (PaletteEntry) throws -> String
  public var replace: (PaletteEntry) throws -> Void
  public var remove: (_ id: String) throws -> Void
  /// Brings the palettes into an order.
  public var order: (_ ids: [String]) throws -> Void

  public init(
    load: @escaping () throws -> [PaletteEntry], insert: @escaping (PaletteEntry) throws -> String,
    replace: @escaping (PaletteEntry) throws -> Void, remove: @escaping (_ id: String) throws -> Void,
    order: @escaping (_ ids: [String]) throws -> Void
  ) {
    (self.load, self.insert, self.replace, self.remove, self.order) = (load, insert, replace, remove, order)
  }
}
