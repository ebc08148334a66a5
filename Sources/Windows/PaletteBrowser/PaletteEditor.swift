import Controls
import Localization
import Palettes

/// Shows changes to palettes.
protocol PaletteEditorDelegate: AnyObject {
  /// The palettes, or the colours of the open one, may have changed.
  func palettesChanged()
  /// The search results have changed.
  func palettesFound()
  /// Another palette was opened.
  func paletteOpened()
  /// Shows a notice to the person.
  func say(_ words: String, _ action: Notice.Action?)
}

/// Changes palettes and updates the display; reports changes that cannot be saved.
final class PaletteEditor {
  let collection: PaletteCollection
  weak var delegate: (any PaletteEditorDelegate)?
  private let language: Language

  init(_ collection: PaletteCollection, _ language: Language) {
    (self.collection, self.language) = (collection, language)
  }

  /// The colours of the open palette.
  var swatches: [Palettes.Swatch] { collection.open?.palette.swatches ?? [] }

  func say(_ words: String, _ action: Notice.Action? = nil) { delegate?.say(words, action) }

  func open(_ id: String) {
    collection.open(id)
    delegate?.paletteOpened()
  }

  /// Shows the palettes that match some words.
  func find(_ words: String) {
    collection.search = words
    delegate?.palettesFound()
  }

  /// Shows changes made elsewhere.
  func reload() {
    do {
      guard try collection.reload() else { return }
    } catch {
      return say(
        language.localized(
          "Changes made elsewhere are not shown: {reason}", parts: ["reason": Message(error)]))
    }
    delegate?.palettesChanged()
  }

  // MARK: Palettes

  func add(_ palette: Palette, named step: PaletteStep) {
    attempt { try collection.add(palette, named: step) }
  }

  func removeOpen() {
    guard let entry = collection.open else { return }
    attempt { try collection.remove(entry.id) }
    say(
      language.localized("“{name}” was removed.", ["name": entry.palette.name]), .undo { [self] _ in undo() })
  }

  func move(_ id: String, before place: Int, mergingBy key: String? = nil) {
    attempt { try collection.move(id, before: place, mergingBy: key) }
  }

  /// Moves the open palette by `step` places among the search results.
  func moveOpen(by step: Int) {
    guard let id = collection.openID, let place = collection.found.firstIndex(where: { $0.id == id }),
      collection.found.indices.contains(place + step)
    else { return }
    move(id, before: step > 0 ? place + step + 1 : place + step, mergingBy: "keys")
  }

  func undo() { attempt { try collection.undo() } }
  func redo() { attempt { try collection.redo() } }

  // MARK: Colours

  /// Changes the open palette; consecutive changes with the same key form one step.
  func change(_ step: PaletteStep, mergingBy key: String? = nil, _ body: (inout Palette) -> Void) {
    attempt { try collection.change(step, mergingBy: key, body) }
  }

  /// Inserts colours into the open palette, or into a new one.
  func add(_ added: [Palettes.Swatch], at place: Int) {
    guard collection.open != nil else {
      return add(Palette(name: language.localized("New palette"), swatches: added), named: .newPalette)
    }
    change(added.count == 1 ? .addColor : .addColors) { palette in
      palette.swatches.insert(contentsOf: added, at: min(place, palette.swatches.count))
    }
  }

  func removeColor(_ index: Int) {
    change(.removeColor) { $0.swatches.remove(at: index) }
  }

  /// Moves a colour before another one; returns its new index.
  func moveColor(_ index: Int, before place: Int) -> Int {
    let target = place > index ? place - 1 : place
    change(.moveColor) { palette in
      guard palette.swatches.indices.contains(index) else { return }
      let swatch = palette.swatches.remove(at: index)
      palette.swatches.insert(swatch, at: min(target, palette.swatches.count))
    }
    return min(target, swatches.count - 1)
  }

  func sort(by order: SwatchOrder) {
    change(order.step) { $0.swatches = order.sorted($0.swatches, language.collation) }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch {
      say(language.localized("The palettes were not changed: {reason}", parts: ["reason": Message(error)]))
    }
    delegate?.palettesChanged()
  }
}
