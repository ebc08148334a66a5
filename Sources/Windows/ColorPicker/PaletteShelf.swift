import Colors
import Controls
import Localization

/// The palettes that a picker offers: one is shown, and a menu leads to the others.
final class PaletteShelf {
  /// No more colours of a palette are shown here.
  static let mostColors = 32

  /// Palettes whose colours can be taken; of those that take their place the first one is shown.
  var palettes: [PickerPalette] {
    didSet {
      guard palettes != oldValue || isAwaited else { return }
      isAwaited = false
      show(0)
    }
  }

  /// Whether palettes are still to come, for which a place is kept free.
  private var isAwaited: Bool
  private var place = 0

  /// Called when other palettes are there, or another one is shown.
  var onChange: () -> Void = {}

  /// Names the palette that is shown, and opens the menu of all.
  private(set) lazy var button: Button = {
    let button = Button(
      palettes.first?.name ?? "", kind: .quiet, menu: { [unowned self] in Menu(groups: [commands]) })
    button.label = language.localized("Palette")
    return button
  }()

  let swatches: SwatchGrid
  private let language: Language

  init(
    _ palettes: [PickerPalette], isAwaited: Bool, _ language: Language, onChoose: @escaping (RGBA) -> Void
  ) {
    (self.palettes, self.isAwaited, self.language) = (palettes, isAwaited, language)
    swatches = SwatchGrid(
      palettes.first?.items ?? [], language, capacity: Self.mostColors, onChoose: onChoose)
  }

  /// Whether there is a place for palettes.
  var hasPlace: Bool { isAwaited || !palettes.isEmpty }

  /// The controls in the order of Tab.
  var controls: [Control] { palettes.isEmpty ? [] : [button, swatches] }

  private var commands: [Command] {
    palettes.enumerated().map { place, palette in
      Command("picker.palette.\(place)", palette.name, isChecked: place == self.place) {
        [unowned self] _ in show(place)
      }
    }
  }

  private func show(_ place: Int) {
    self.place = place
    if palettes.indices.contains(place) {
      button.title = palettes[place].name
      swatches.show(palettes[place].items)
    }
    onChange()
  }

  /// Shows the colours as somebody sees them.
  func show(_ vision: ColorVision?) {
    swatches.vision = vision
    if palettes.indices.contains(place) {
      swatches.marked = palettes[place].indistinguishable(amongFirst: Self.mostColors, vision)
    }
  }
}
