import Controls
import Localization
import Palettes

/// Everything that can be done in a window of palettes.
struct PaletteCommands {
  let editor: PaletteEditor
  let transfer: PaletteTransfer
  let sidebar: PaletteSidebar
  let openPalette: OpenPalette
  let language: Language

  private var palettesGroup: String { language.localized("Palettes") }
  private var paletteGroup: String { language.localized("Palette") }
  private var colorGroup: String { language.localized("Colour") }

  var all: [Command] { files + editing + sorting + exporting }

  var sorting: [Command] {
    SwatchOrder.allCases.map { order in
      Command(
        "palettes.sort.\(order.rawValue)", order.title(in: language), group: paletteGroup,
        isEnabled: editor.swatches.count > 1
      ) { [editor] _ in editor.sort(by: order) }
    }
  }

  var exporting: [Command] {
    PaletteFormat.allCases.map { format in
      Command(
        "palettes.export.\(format.id)", format.title, group: paletteGroup, isEnabled: !editor.swatches.isEmpty
      ) { [editor, transfer] _ in
        if let entry = editor.collection.open { transfer.export(entry.palette, as: format) }
      }
    }
  }

  var files: [Command] {
    [
      Command("palettes.new", language.localized("New palette"), .control("n"), group: palettesGroup) {
        [sidebar] _ in
        sidebar.actions?.makeNewPalette()
      },
      Command("palettes.import", language.localized("Import palettes…"), .control("o"), group: palettesGroup)
      {
        [transfer] _ in transfer.chooseFiles()
      },
      Command(
        "palettes.picture", language.localized("Take colours from a picture…"), .controlShift("o"),
        group: palettesGroup
      ) { [transfer] _ in transfer.choosePicture() },
      Command("palettes.search", language.localized("Search palettes"), .control("f"), group: palettesGroup) {
        [sidebar] _ in sidebar.searchField.host?.setFocus(sidebar.searchField, byKeyboard: true)
      },
    ]
  }

  var editing: [Command] { undoing + ofPalette + ofColor }

  private var undoing: [Command] {
    let collection = editor.collection
    return [
      Command(
        "palettes.undo", collection.undoTitle(in: language), .control("z"), group: palettesGroup,
        isEnabled: collection.canUndo
      ) { [editor] _ in editor.undo() },
      Command(
        "palettes.redo", collection.redoTitle(in: language), .controlShift("z"), .control("y"),
        group: palettesGroup,
        isEnabled: collection.canRedo
      ) { [editor] _ in editor.redo() },
    ]
  }

  private var ofPalette: [Command] {
    let collection = editor.collection
    let isOpen = collection.open != nil
    let place = collection.openID.flatMap { id in collection.found.firstIndex { $0.id == id } }
    return [
      Command(
        "palettes.rename", language.localized("Rename palette"), Shortcut(.function(2)), group: paletteGroup,
        isEnabled: isOpen
      ) { [openPalette] _ in openPalette.beginRenaming() },
      Command(
        "palettes.up", language.localized("Move palette up"), Shortcut(.up, .alt), group: paletteGroup,
        isEnabled: place.map { $0 > 0 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: -1) },
      Command(
        "palettes.down", language.localized("Move palette down"), Shortcut(.down, .alt), group: paletteGroup,
        isEnabled: place.map { $0 < collection.found.count - 1 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: 1) },
      Command(
        "palettes.remove", language.localized("Remove palette"), Shortcut(.delete), group: paletteGroup,
        isEnabled: isOpen
      ) {
        [editor] _ in editor.removeOpen()
      },
    ]
  }

  private var ofColor: [Command] {
    let current = openPalette.current
    let hasColor = current != nil
    return [
      Command("palettes.edit", language.localized("Edit colour…"), group: colorGroup, isEnabled: hasColor) {
        [openPalette] _ in openPalette.editCurrent()
      },
      Command(
        "palettes.add", language.localized("Add colour"), group: colorGroup,
        isEnabled: editor.collection.open != nil
      ) {
        [openPalette] _ in openPalette.addColor()
      },
      Command(
        "palettes.copy", language.localized("Copy colour"), .control("c"), group: colorGroup,
        isEnabled: hasColor
      ) {
        [openPalette] _ in openPalette.copy()
      },
      Command("palettes.paste", language.localized("Paste colours"), .control("v"), group: colorGroup) {
        [openPalette] _ in openPalette.paste()
      },
      Command(
        "palettes.remove-colour", language.localized("Remove colour"), Shortcut(.delete), group: colorGroup,
        isEnabled: hasColor
      ) { [openPalette] _ in openPalette.removeCurrent() },
      Command(
        "palettes.back", language.localized("Move colour back"), Shortcut(.left, .alt), group: colorGroup,
        isEnabled: current.map { $0 > 0 } ?? false, repeats: true
      ) { [openPalette] _ in openPalette.moveCurrent(by: -1) },
      Command(
        "palettes.forward", language.localized("Move colour forward"), Shortcut(.right, .alt),
        group: colorGroup,
        isEnabled: current.map { $0 < editor.swatches.count - 1 } ?? false, repeats: true
      ) { [openPalette] _ in openPalette.moveCurrent(by: 1) },
    ]
  }

  // MARK: Menus

  private func menu(_ ids: String...) -> [Command] { editing.filter { ids.contains($0.id) } }

  func paletteMenu(isBeside: Bool) -> Menu {
    let own = menu("palettes.rename", "palettes.up", "palettes.down", "palettes.remove")
    var menu = Menu(groups: [isBeside ? [] : own, files])
    guard !isBeside else { return menu }
    menu.items.insert(.submenu(language.localized("Export"), Menu(groups: [exporting])), at: own.count)
    menu.items.insert(.submenu(language.localized("Sort"), Menu(groups: [sorting])), at: own.count)
    return menu
  }

  func colorMenu(isBeside: Bool) -> Menu {
    isBeside
      ? Menu(groups: [menu("palettes.add", "palettes.paste"), sorting])
      : Menu(groups: [
        menu("palettes.edit", "palettes.copy", "palettes.paste"),
        menu("palettes.back", "palettes.forward"), menu("palettes.remove-colour"),
      ])
  }
}
