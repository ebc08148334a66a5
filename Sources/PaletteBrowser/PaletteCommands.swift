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

  var all: [Command] { files + editing + sorting + exporting }

  var sorting: [Command] {
    SwatchOrder.allCases.map { order in
      Command(
        "palettes.sort.\(order.rawValue)", "By \(order.rawValue)", group: "Palette",
        isEnabled: editor.swatches.count > 1
      ) { [editor] _ in editor.sort(by: order) }
    }
  }

  var exporting: [Command] {
    PaletteFormat.allCases.map { format in
      Command(
        "palettes.export.\(format.id)", format.title, group: "Palette", isEnabled: !editor.swatches.isEmpty
      ) { [editor, transfer] _ in
        if let entry = editor.collection.open { transfer.export(entry.palette, as: format) }
      }
    }
  }

  var files: [Command] {
    [
      Command("palettes.new", "New palette", .control("n"), group: "Palettes") { [sidebar] _ in
        sidebar.actions?.makeNewPalette()
      },
      Command("palettes.import", "Import palettes…", .control("o"), group: "Palettes") {
        [transfer] _ in transfer.chooseFiles()
      },
      Command(
        "palettes.picture", "Take colours from a picture…", .controlShift("o"), group: "Palettes"
      ) { [transfer] _ in transfer.choosePicture() },
      Command("palettes.search", "Search palettes", .control("f"), group: "Palettes") {
        [sidebar] _ in sidebar.searchField.host?.setFocus(sidebar.searchField, byKeyboard: true)
      },
    ]
  }

  var editing: [Command] { undoing + ofPalette + ofColor }

  private var undoing: [Command] {
    let collection = editor.collection
    return [
      Command(
        "palettes.undo", collection.undoTitle(in: language), .control("z"), group: "Palettes",
        isEnabled: collection.canUndo
      ) { [editor] _ in editor.undo() },
      Command(
        "palettes.redo", collection.redoTitle(in: language), .controlShift("z"), .control("y"),
        group: "Palettes",
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
        "palettes.rename", "Rename palette", Shortcut(.function(2)), group: "Palette", isEnabled: isOpen
      ) { [openPalette] _ in openPalette.beginRenaming() },
      Command(
        "palettes.up", "Move palette up", Shortcut(.up, .alt), group: "Palette",
        isEnabled: place.map { $0 > 0 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: -1) },
      Command(
        "palettes.down", "Move palette down", Shortcut(.down, .alt), group: "Palette",
        isEnabled: place.map { $0 < collection.found.count - 1 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: 1) },
      Command("palettes.remove", "Remove palette", Shortcut(.delete), group: "Palette", isEnabled: isOpen) {
        [editor] _ in editor.removeOpen()
      },
    ]
  }

  private var ofColor: [Command] {
    let current = openPalette.current
    let hasColor = current != nil
    return [
      Command("palettes.edit", "Edit colour…", group: "Colour", isEnabled: hasColor) {
        [openPalette] _ in openPalette.editCurrent()
      },
      Command("palettes.add", "Add colour", group: "Colour", isEnabled: editor.collection.open != nil) {
        [openPalette] _ in openPalette.addColor()
      },
      Command("palettes.copy", "Copy colour", .control("c"), group: "Colour", isEnabled: hasColor) {
        [openPalette] _ in openPalette.copy()
      },
      Command("palettes.paste", "Paste colours", .control("v"), group: "Colour") {
        [openPalette] _ in openPalette.paste()
      },
      Command(
        "palettes.remove-colour", "Remove colour", Shortcut(.delete), group: "Colour", isEnabled: hasColor
      ) { [openPalette] _ in openPalette.removeCurrent() },
      Command(
        "palettes.back", "Move colour back", Shortcut(.left, .alt), group: "Colour",
        isEnabled: current.map { $0 > 0 } ?? false, repeats: true
      ) { [openPalette] _ in openPalette.moveCurrent(by: -1) },
      Command(
        "palettes.forward", "Move colour forward", Shortcut(.right, .alt), group: "Colour",
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
    menu.items.insert(.submenu("Export", Menu(groups: [exporting])), at: own.count)
    menu.items.insert(.submenu("Sort", Menu(groups: [sorting])), at: own.count)
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
