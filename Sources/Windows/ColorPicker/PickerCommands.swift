import Colors
import Controls
import Input
import Localization
import Scene
import Text

/// All commands of a colour picker.
struct PickerCommands {
  let model: PickerModel
  let plane: PickerPlane
  let sources: ColorSources
  let rows: FieldRows
  let readout: ContrastReadout
  let clipboard: Clipboard
  let language: Language
  /// The notation of the result.
  let format: ColorFormat

  private var settings: PlaneSettings { plane.settings }

  var all: [Command] {
    sources.commands + editing + planes + edges + contrasts + grounds + presses + visions
  }

  private var editing: [Command] {
    let group = language.localized("Colour")
    let copyFormat = settings.copyFormat
    return [
      Command("picker.copy", language.localized("Copy colour"), .control("c"), group: group) { _ in
        copy(Color(model.color.rgba).text(as: format))
      },
      Command(
        "picker.copy.last", language.localized("Copy as {format}", ["format": copyFormat.rawValue]),
        .controlShift("c"), group: group
      ) { _ in copy(as: copyFormat) },
      Command("picker.paste", language.localized("Paste colour"), .control("v"), group: group) { _ in
        paste()
      },
      Command(
        "picker.undo", model.undoTitle(in: language), .control("z"), group: group,
        isEnabled: model.canUndo, repeats: true
      ) { _ in model.undo() },
      Command(
        "picker.redo", model.redoTitle(in: language), .controlShift("z"), .control("y"), group: group,
        isEnabled: model.canRedo, repeats: true
      ) { _ in model.redo() },
    ]
  }

  // MARK: The plane

  /// Commands that choose the plane.
  var planes: [Command] {
    ColorPlane.all.map { plane in
      Command(
        "picker.plane.\(plane.name)", plane.heading(in: language), group: language.localized("Plane"),
        isChecked: plane == settings.plane
      ) { _ in self.plane.change { $0.plane = plane } }
    }
  }

  /// Commands for the edges of gamuts.
  var edges: [Command] {
    [
      Command(
        "picker.edges", language.localized("Edges of sRGB, P3 and Rec. 2020"), .control("g"),
        group: language.localized("Lines"),
        isEnabled: settings.plane.exceedsSRGB, isChecked: settings.showsEdges
      ) { _ in plane.change { $0.showsEdges.toggle() } },
      Command(
        "picker.hatch", language.localized("Hatch colours outside sRGB"), .control("h"),
        group: language.localized("Lines"),
        isEnabled: settings.plane.exceedsSRGB, isChecked: settings.isHatched
      ) { _ in plane.change { $0.isHatched.toggle() } },
    ]
  }

  /// Commands that choose contrast lines.
  var contrasts: [Command] {
    let choices: [(String, String, ContrastGoal.Method?, Shortcut?)] = [
      ("none", language.localized("No contrast lines"), nil, nil),
      ("wcag", language.localized("WCAG 3, 4.5 and 7"), .wcag, .control("l")),
      ("apca", language.localized("APCA Lc 45, 60, 75 and 90"), .apca, .controlShift("l")),
    ]
    return choices.map { id, title, method, shortcut in
      var command = Command(
        "picker.contrast.\(id)", title, group: language.localized("Lines"),
        section: language.localized("Contrast"), isChecked: settings.contrast == method
      ) { _ in
        // The key that shows lines also hides them.
        plane.change { $0.contrast = $0.contrast == method ? nil : method }
      }
      command.shortcuts = shortcut.map { [$0] } ?? []
      return command
    }
  }

  /// Commands that choose the background for contrast.
  var grounds: [Command] {
    let current = model.color.rgba.withAlpha(1)
    var choices: [(String, String, PlaneSettings.Ground)] = [
      ("white", language.localized("White"), .white), ("black", language.localized("Black"), .black),
      ("previous", language.localized("The previous colour"), .previous),
      (
        "this", language.localized("This colour, {color}", ["color": Color(current).text(as: .hex)]),
        .color(current)
      ),
    ]
    if case .color(let chosen) = settings.ground, chosen != current {
      choices.append(("chosen", Color(chosen).text(as: .hex), settings.ground))
    }
    return choices.map { id, title, ground in
      Command(
        "picker.ground.\(id)", title, group: language.localized("Lines"),
        section: language.localized("On", context: "ground"), isChecked: settings.ground == ground
      ) { _ in plane.change { $0.ground = ground } }
    }
  }

  /// Commands that choose the nearest colours with enough contrast, which differ only in OKLCH lightness.
  var passing: [Command] {
    (settings.contrast ?? .wcag).goals.map { goal in
      let found = goal.nearest(to: model.color.rgba, on: plane.ground)
      return Command(
        "picker.passing.\(goal.label)", passingTitle(goal, found), group: language.localized("Lines"),
        section: language.localized("Nearest colour that passes"),
        isEnabled: found != nil && found != model.color.rgba
      ) { _ in
        guard let found else { return }
        model.takeOpaque(found)
      }
    }
  }

  private func passingTitle(_ goal: ContrastGoal, _ found: RGBA?) -> String {
    let ground = settings.ground.words(in: language)
    guard let found else {
      return language.localized("{goal} on {ground}: none", ["goal": goal.label, "ground": ground])
    }
    if found == model.color.rgba {
      return language.localized("{goal} on {ground}: passes", ["goal": goal.label, "ground": ground])
    }
    return language.localized(
      "{goal} on {ground}: {color}",
      ["goal": goal.label, "ground": ground, "color": Color(found.withAlpha(1)).text(as: .hex)])
  }

  /// Commands that choose the press whose gamut is outlined; empty if the picker has no loader for it.
  var presses: [Command] {
    guard let printable = plane.printable else { return [] }
    printable.findProfiles()
    let names: [String]
    switch printable.profiles {
    case .unknown: names = []
    case .installed(let found): names = found
    }
    guard let usual = names.first else {
      let words =
        if case .unknown = printable.profiles {
          language.localized("Looking for profiles of presses")
        } else {
          language.localized("No profile of a press (CMYK) is installed")
        }
      return [Command("picker.press", words, group: language.localized("Lines"), isEnabled: false) { _ in }]
    }
    let current = settings.press.map { $0.isEmpty ? usual : $0 }
    let toggle = Command(
      "picker.press", language.localized("What a press prints"), .control("k"),
      group: language.localized("Lines"), section: language.localized("What a press prints"),
      isChecked: current != nil
    ) { _ in plane.change { $0.press = $0.press == nil ? "" : nil } }
    // A profile given as a file is also one of the presses.
    let others = current.map { names.contains($0) ? [] : [$0] } ?? []
    return [toggle]
      + (names + others).map { name in
        Command(
          "picker.press.\(name)", name, group: language.localized("Lines"),
          section: language.localized("Press"), isChecked: name == current
        ) { _ in
          plane.change { $0.press = name == usual ? "" : name }
        }
      }
  }

  /// Commands that simulate a colour vision for the whole window.
  var visions: [Command] {
    let current = settings.vision
    let usual = Command(
      "picker.vision.usual", language.localized("Usual vision"), group: language.localized("Vision"),
      section: language.localized("Kind"), isChecked: current == nil
    ) {
      _ in plane.change { $0.vision = nil }
    }
    return [usual]
      + ColorVision.kinds.map { name, title, _ in
        Command(
          "picker.vision.\(name)", language.localized(title), group: language.localized("Vision"),
          isChecked: current?.name == name
        ) { _ in
          plane.change { $0.vision = ColorVision(name, severity: $0.vision?.severity ?? 1) }
        }
      }
  }

  /// Commands that choose the severity of the simulated vision, in tenths.
  var severities: [Command] {
    (1...10).reversed().map { tenths in
      let severity = Double(tenths) / 10
      return Command(
        "picker.severity.\(tenths)",
        language.localized("Severity {number} %", ["number": String(tenths * 10)]),
        group: language.localized("Vision"), section: language.localized("Severity"),
        isEnabled: settings.vision != nil, isChecked: settings.vision?.severity == severity
      ) { _ in
        plane.change { settings in
          settings.vision = settings.vision.flatMap { ColorVision($0.name, severity: severity) }
        }
      }
    }
  }

  // MARK: The clipboard

  /// Commands that copy the colour in each notation.
  var notations: [Command] {
    ColorFormat.allCases.map { format in
      let color = Color(model.color.rgba)
      // JSON is longer than a line, and a colour without a name shows the nearest one.
      let shown =
        format == .json ? "JSON" : format == .name ? color.nameOrNearest : color.text(as: format)
      return Command(
        "picker.copy.\(format.rawValue)", shown, group: language.localized("Copy"),
        isChecked: format == settings.copyFormat
      ) { _ in copy(as: format) }
    }
  }

  private func copy(as format: ColorFormat) {
    plane.change { $0.copyFormat = format }
    let color = Color(model.color.rgba)
    if format == .name, color.name == nil {
      plane.square.host?.say(nearestName(to: color))
    } else {
      copy(color.text(as: format))
    }
  }

  /// Reports that a colour has no name to copy, and which one is nearest.
  private func nearestName(to color: Color) -> String {
    let nearest = NamedColor.nearest(to: color)
    return language.localized(
      "CSS has no name for {color}, and nothing was copied. The nearest is {name}, at a ΔE2000 of {difference}.",
      [
        "color": color.text(as: .hex), "name": nearest.name,
        "difference": language.shown(number: difference2000(color, Color(nearest.rgba)).text(.fixed(1))),
      ])
  }

  private func copy(_ text: String) {
    clipboard.write(text)
    let isLong = text.count > 60
    plane.square.host?.say(
      isLong
        ? language.localized("The colour was copied.")
        : language.localized("{color} was copied.", ["color": text]))
  }

  private func paste() {
    guard let text = clipboard.read(), !text.isEmpty else {
      readout.notice = language.localized("The clipboard is empty")
      return
    }
    if rows.take(text, .final, from: rows.hexField) != nil {
      readout.notice = language.localized("The clipboard holds no colour")
    }
    rows.forgetEdits(but: nil)
    plane.delegate?.planeChanged()
  }

  // MARK: Menus

  var planeMenu: Menu {
    var menu = Menu(groups: [planes])
    menu.highlighted = ColorPlane.all.firstIndex(of: settings.plane)
    return menu
  }

  var linesMenu: Menu {
    let edges = settings.plane.exceedsSRGB ? self.edges : []
    return Menu(
      (edges.isEmpty ? [] : edges.map(Menu.Item.command) + [.separator])
        + [.heading(language.localized("Contrast"))] + contrasts.map(Menu.Item.command)
        + [.separator, .heading(language.localized("On", context: "ground"))]
        + grounds.map(Menu.Item.command)
        + [
          .separator,
          .submenu(passingHeading, Menu(groups: [passing])),
        ] + pressItems + [
          .submenu(language.localized("Colour-vision simulation"), Menu(sections: visions + severities)),
          .submenu(copyHeading, Menu(groups: [notations])),
        ])
  }

  private var passingHeading: String { language.localized("Nearest colour that passes") }
  private var copyHeading: String { language.localized("Copy as") }

  /// The menu of the nearest colours with enough contrast.
  var passingMenu: Menu { Menu([.heading(passingHeading)] + passing.map(Menu.Item.command)) }

  /// The menu of notations to copy.
  var copyMenu: Menu { Menu([.heading(copyHeading)] + notations.map(Menu.Item.command)) }

  /// The menu items for the gamut of a press: a choice of presses, or why none is available.
  private var pressItems: [Menu.Item] {
    let commands = presses
    guard let first = commands.first else { return [] }
    guard commands.count > 1 else { return [.command(first)] }
    return [
      .submenu(
        language.localized("What a press prints"), Menu(groups: [[first], Array(commands.dropFirst())]))
    ]
  }
}
