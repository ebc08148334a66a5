import Text
import Publishing
import Application
import ArgumentParser
import Colors
import Geometry
import Localization
import Posters
import Files
import Terminal

struct NewPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: ProgramLanguage.localized("Create a poster document."),
    discussion: ProgramLanguage.localized(
      """
      A slash or a line break separates lines; two slashes are one slash. A line in lower case becomes a small \
      line and is set in capitals. A line that would be smaller than two thirds of the others is wrapped, unless \
      --no-wrap is given. Without -o, the document goes to standard output.

      Other options replace the values of a template. Templates:
      {templates}

      Examples:
        regalia poster new --text "KEEP/CALM/and/CARRY/ON" -o calm.json
        regalia poster new --text "NOW/panic" --crown none --background "linear-gradient(navy, black)" --page A3
        regalia poster new --text "OPEN/DAY" --code https://example.org/open --code-level Q -o open.json
        regalia poster new --text "MIND THE/gap" --background photo.jpg --dim 0.4 --crown ♛
        regalia poster new --template night-sky --text "LOOK/up" -o sky.json
        regalia poster new --text "TOWN/HALL" --footer "12 MAY · example.org" --set line1-fit=tracking

      Exits with 1 if a value is refused, such as a colour, a page or a crown, or if the text is so long that its \
      capitals would be smaller than 2 mm.
      """, ["templates": templates]))

  /// The list of templates, one per line.
  private static var templates: String {
    PosterTemplate.all.map { "  \($0.name): \($0.title(in: ProgramLanguage.language))" }
      .joined(separator: "\n")
  }

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The lines of text; the default is the template's."), valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The template to start from, or list for their names."), valueName: "name"),
    completion: .list(PosterTemplate.all.map(\.name) + ["list"]))
  var template: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The lines at the bottom margin, such as a date, a place or an address; a slash ends a line."),
      valueName: "text"))
  var footer: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "A change, as for poster set, such as line1-size=0.6, line2-align=left or line2-fit=size; can be repeated."
      ),
      valueName: "name=value"), completion: .posterChanges)
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The language of the text as a BCP 47 tag such as tr or zh-Hans, or none; the default is the locale's."
      ),
      valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The language of line N, if it differs; can be repeated."),
      valueName: "N=tag"))
  var lineLanguage: [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The title; the default is the text on one line."), valueName: "title"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("default, none, the id of a crown, an SVG or picture file, or an emoji."),
      valueName: "id|file"),
    completion: .emblems)
  var crown: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Draw the picture of a crown in the ink, with its alpha as the mask; the default for pictures of one colour."
      ))
  )
  var tint: Bool?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The scale of the crown relative to its usual size."), valueName: "N"))
  var crownScale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The offset of the crown from its usual place, right and down, in fractions of the page: x,y."),
      valueName: "x,y"))
  var crownOffset: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Add a code with these contents: the address of a page, WIFI:…, BEGIN:VCARD…, or any text; can be repeated."
      ),
      valueName: "text"))
  var code: [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The kind of the codes; the default is qr."), valueName: "kind"),
    completion: .list(CodeMatrix.Kind.allCases.map(\.rawValue)))
  var codeKind: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The error correction of the codes: L about 7 %, M 15 %, Q 25 %, H 30 %; the default is M."),
      valueName: "level"),
    completion: .list(CodeMatrix.Level.allCases.map(\.rawValue)))
  var codeLevel: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The width of the codes with their quiet zone: a length such as 30mm, or a fraction of the page's width."
      ),
      valueName: "width"))
  var codeWidth: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The place of the code's middle in fractions of the page; the default is a free place."),
      valueName: "x,y"))
  var codeCenter: String?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Draw the codes on plates of their own, independent of the ground.")))
  var codePlate = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Add a picture or drawing beside the crown, named as for --crown; can be repeated."),
      valueName: "id|file"),
    completion: .emblems)
  var picture: [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The width of the pictures: a length such as 30mm, or a fraction of the page's width."),
      valueName: "width"))
  var pictureWidth: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The place of the picture's middle in fractions of the page; the default is a free place."),
      valueName: "x,y"))
  var pictureCenter: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("A colour or gradient as in CSS, or a picture file; the default is #d00000."),
      valueName: "css|file"),
    completion: .file())
  var background: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The visible part of the background picture, in fractions of it: x,y,width,height."),
      valueName: "rect"))
  var crop: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The opacity of black over a background picture, 0 to 1."), valueName: "part")
  )
  var dim: Double = 0

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The blur of a background picture, 0 to 0.1 of the page's width."),
      valueName: "part"))
  var blur: Double = 0

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colour of the crown and the text; the default is white."),
      valueName: "css"),
    completion: .colors)
  var ink: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "{formats}, each also “A3 landscape”; for screens {screens}; or 210x297mm.",
        ["formats": Page.names(isForScreens: false), "screens": Page.names(isForScreens: true)]),
      valueName: "size"), completion: .list(Page.formats.map(\.name)))
  var page: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The margins in fractions of the page: all, or sides,top,bottom; the default is 0.1,0.037,0.0645."),
      valueName: "parts"))
  var margins: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The bleed of the poster in files, such as 3mm."), valueName: "length"),
    transform: LengthArgument.init(parsing:))
  var bleed: LengthArgument?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The guides of the page, which are not printed, in millimetres from the left and the top: x20,x488,y381."
      ),
      valueName: "places"))
  var guides: String?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The font family."), valueName: "family"))
  var font: String?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The weight, 1 to 1000."), valueName: "N"))
  var weight: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      ProgramLanguage.localized("The space added after each letter, in em; the default is 0.09."),
      valueName: "em"))
  var tracking: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The stroke that thickens the letters, in em; the default is 0.03."),
      valueName: "em"))
  var stroke: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The space between lines as a multiple of the usual one; the default is 1."),
      valueName: "N"))
  var leading: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The spacing of letters: off, metric (the font's kerning) or optical (by the white between them)."),
      valueName: "mode"), completion: .list(Lettering.Spacing.allCases.map(\.rawValue)))
  var spacing: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The direction of lines: horizontal-tb, or vertical-rl for columns from right to left."),
      valueName: "mode"), completion: .list(Lettering.WritingMode.allCases.map(\.rawValue)))
  var writingMode: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Values of the font's variable axes, such as wdth=75,slnt=-5; --weight sets the weight."),
      valueName: "tag=N,…"))
  var axes: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("OpenType features of the font by their tags, such as smcp,liga=0,ss01."),
      valueName: "tag,…"))
  var features: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      ProgramLanguage.localized("Give signs between capitals the font's case-sensitive forms; on by default.")
    )
  )
  var capitalForms: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Set a font with optical sizes for the size of the lines on the page; on by default.")))
  var opticalSizing: Bool?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Keep the colours of emoji and of colour fonts, which otherwise have the colour of the ink.")))
  var colors = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Allow letters to touch through tracking and stroke; by default, they are moved apart."))
  )
  var touching = false

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Set ß in capitals as ẞ instead of SS.")))
  var capitalSharpS = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(ProgramLanguage.localized("Wrap lines that are much longer than the others.")))
  var wrap = true

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The document to write."), valueName: "file"),
    completion: .file())
  var output: String?

  /// The maximum length of a title made from the lines, as for a given one.
  private static let longestTitle = 200

  func validate() throws {
    guard text != nil || template != nil else {
      throw ValidationError(
        ProgramLanguage.localized("Give --text, --template, or both; --template list shows the templates."))
    }
    guard
      !code.isEmpty || [codeKind, codeLevel, codeWidth, codeCenter].allSatisfy({ $0 == nil }) && !codePlate
    else {
      throw ValidationError(
        ProgramLanguage.localized("--code-kind, --code-level and the like go with --code."))
    }
    guard !picture.isEmpty || (pictureWidth == nil && pictureCenter == nil) else {
      throw ValidationError(
        ProgramLanguage.localized("--picture-width and --picture-center go with --picture."))
    }
  }

  func run() throws {
    if template == "list" {
      let templates = PosterTemplate.all + (TemplateFolder(UserFolders())?.templates ?? [])
      let width = templates.map(\.name.count).max() ?? 0
      return try StandardOutput.print(
        templates.map { template in
          template.name + String(repeating: " ", count: width + 2 - template.name.count) + template.title
        }.joined(separator: "\n"))
    }
    let decoder = HelperDecoder()
    let poster = try PosterCommand.refusing { try self.poster(by: decoder) }
    if poster.lines.isEmpty, text?.isEmpty == false {
      PosterCommand.warn([
        Message("text: it has no visible characters, so the poster has no lines")
      ])
    }
    PosterCommand.warn(
      try PosterCommand.refusing { try PosterExport.warnings(of: poster, by: decoder) }.map(\.message))
    let json = poster.json
    guard let output else { return try StandardOutput.print(String(json.dropLast())) }
    try PosterCommand.write(json, to: output)
  }

  private func poster(by decoder: HelperDecoder) throws -> Poster {
    var poster = try beginning()
    if let text {
      poster.lines = try Poster.lines(from: text)
      poster.title = String(poster.lines.map(\.text).joined(separator: " ").prefix(Self.longestTitle))
    }
    if let footer { poster.lines += try Poster.footers(from: footer) }
    poster.title = title ?? poster.title
    poster.language = try language.map { try PosterChanges.language($0) } ?? ProgramLanguage.ofPosters
    for pair in lineLanguage { try setLanguage(pair, of: &poster) }
    poster.page = try page.map { try Page(parsing: $0) } ?? poster.page
    if let background {
      poster.background = try PosterSources.background(background, page: poster.page, by: decoder)
    }
    if case .picture(var picture) = poster.background {
      picture.dimming = dim
      picture.blur = blur
      picture.crop = try crop.map(Self.rect)
      poster.background = .picture(picture)
    } else if crop != nil || dim != 0 || blur != 0 {
      throw PosterError(
        field: "background", message: Message("--crop, --dim and --blur are for pictures"))
    }
    poster.ink = try ink.map(PosterSources.ink) ?? poster.ink
    poster.emblem = try crown.map { try PosterSources.emblem($0, by: decoder) } ?? poster.emblem
    if case .picture = poster.emblem {
      poster.tintsEmblem = tint ?? poster.emblem.isTintedByItself(by: decoder)
    } else if tint != nil {
      throw PosterError(
        field: "emblem",
        message: Message("--tint and --no-tint are for crowns that are pictures"))
    }
    poster.emblemScale = crownScale ?? poster.emblemScale
    poster.emblemOffset = try crownOffset.map(PosterChanges.offset) ?? poster.emblemOffset
    poster.margins = try margins.map(PosterChanges.margins) ?? poster.margins
    poster.bleed = bleed?.millimetres ?? poster.bleed
    poster.guides = try guides.map(PosterChanges.guides) ?? poster.guides
    poster.wraps = wrap
    if let font {
      poster.lettering = poster.lettering.inFamily(font)
      poster.lettering.family = font
    }
    poster.lettering.weight = weight ?? poster.lettering.weight
    poster.lettering.tracking = tracking ?? poster.lettering.tracking
    poster.lettering.stroke = stroke ?? poster.lettering.stroke
    poster.lettering.leading = leading ?? poster.lettering.leading
    poster.lettering.touches = touching
    poster.lettering.capitalSharpS = capitalSharpS
    poster.lettering.spacing = try spacing.map(PosterChanges.spacing) ?? poster.lettering.spacing
    poster.lettering.writingMode =
      try writingMode.map(PosterChanges.writingMode) ?? poster.lettering.writingMode
    poster.lettering.axes = try axes.map { try Lettering.axes(parsing: $0) } ?? poster.lettering.axes
    poster.lettering.features =
      try features.map { try Lettering.features(parsing: $0) } ?? poster.lettering.features
    poster.lettering.capitalForms = capitalForms ?? true
    poster.lettering.opticalSizing = opticalSizing ?? true
    poster.lettering.keepsColors = poster.lettering.keepsColors || colors
    poster = try elementChanges().applied(
      to: poster,
      from: PosterChanges.Sources(
        emblem: { try PosterSources.emblem($0, by: decoder) },
        background: { try PosterSources.background($0, page: $1, by: decoder) }, ink: PosterSources.ink,
        isTinted: { $0.isTintedByItself(by: decoder) }))
    // Whatever is refused in a document is refused here, in the same words.
    return try PosterChanges(parsing: set).applied(to: poster, from: PosterSources.all(by: decoder))
  }

  /// Returns the changes that add codes and pictures to those that the template has.
  private func elementChanges() throws -> PosterChanges {
    let present = try beginning().elements
    func pairs(_ kind: String, _ values: [String], after count: Int, _ properties: [(String, String?)])
      -> [String]
    {
      values.enumerated().flatMap { place, value in
        let name = "\(kind)\(count + place + 1)"
        return ["\(name)=\(value)"]
          + properties.compactMap { property in property.1.map { "\(name)-\(property.0)=\($0)" } }
      }
    }
    let codes = present.count { $0.code != nil }
    return try PosterChanges(
      parsing: pairs(
        "code", code, after: codes,
        [
          ("kind", codeKind), ("level", codeLevel), ("width", codeWidth), ("center", codeCenter),
          ("plate", codePlate ? "true" : nil),
        ])
        + pairs(
          "picture", picture, after: present.count - codes,
          [("width", pictureWidth), ("center", pictureCenter)]))
  }

  /// Sets a line's own language, given as a pair such as `2=en`.
  private func setLanguage(_ pair: String, of poster: inout Poster) throws {
    let parts = pair.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), poster.lines.indices.contains(number - 1) else {
      throw PosterError(
        field: "line-language",
        message: Message(
          "write the number of a line and its language, such as 2=en; there is {count} line",
          plural: "write the number of a line and its language, such as 2=en; there are {count} lines",
          count: poster.lines.count))
    }
    poster.lines[number - 1].language = try PosterChanges.language(String(parts[1]), "line-language")
  }

  /// Returns the template, or the poster of 1939 without text.
  private func beginning() throws -> Poster {
    guard let template else {
      var poster = Poster()
      // A named crown is read once, later.
      if crown == nil { poster.emblem = try PosterSources.emblem("default") }
      return poster
    }
    let own = TemplateFolder(UserFolders())
    guard let known = PosterTemplate.named(template) ?? own?.template(named: template) else {
      let names = (PosterTemplate.all + (own?.templates ?? [])).map(\.name).joined(separator: ", ")
      throw PosterError(
        field: "template",
        message: Message(
          "there is no template “{name}”; there are {names}", ["name": template, "names": names]))
    }
    return try known.poster()
  }

  private static func rect(_ text: String) throws -> Rect {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4 else {
      throw PosterError(
        field: "background.crop",
        message: Message("write four numbers, such as 0,0.1,1,0.8"))
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

struct PosterTemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: ProgramLanguage.localized("List templates; save, rename and remove your own."),
    subcommands: [
      ListTemplatesCommand.self, SaveTemplateCommand.self, RenameTemplateCommand.self,
      RemoveTemplateCommand.self,
    ],
    defaultSubcommand: ListTemplatesCommand.self)

  /// Returns the folder of a person's own templates.
  static func folder() throws -> TemplateFolder {
    guard let folder = TemplateFolder(UserFolders()) else {
      throw PosterError(
        field: "",
        message: Message("There is no home folder, and so no place for templates; set HOME")
      )
    }
    return folder
  }

  /// Returns a person's own template; throws a suggestion if no template has the name.
  static func own(named name: String, in folder: TemplateFolder) throws -> PosterTemplate {
    if let template = folder.template(named: name) { return template }
    throw PosterError(
      field: "",
      message: PosterTemplate.named(name) == nil
        ? Message(
          "you have no template “{name}”; regalia poster templates lists them", ["name": name])
        : Message(
          "the template “{name}” came with Regalia and cannot be changed", ["name": name]))
  }
}

struct ListTemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized(
      "List the templates, your own first: the id, a tab and the title."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with id, title, isOwn and, for a template that cannot be used, the reason.

      Example:
        regalia poster templates list
      """))

  @OptionGroup var list: ListOptions

  func run() throws {
    let templates = (TemplateFolder(UserFolders())?.templates ?? []) + PosterTemplate.all
    guard list.json else {
      for fault in templates.compactMap(\.fault) { StandardOutput.complain(ProgramLanguage.localized(fault)) }
      return try list.print(templates.map { [$0.name, $0.title] })
    }
    let objects = templates.map { template in
      JSONValue.object(
        [
          JSONMember("id", .string(template.name)), JSONMember("title", .string(template.title)),
          JSONMember("isOwn", .bool(template.isOwn)),
        ] + (template.fault.map { [JSONMember("reason", .string("\($0)"))] } ?? []))
    }
    try StandardOutput.print(JSONValue.array(objects).text)
  }
}

struct SaveTemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: ProgramLanguage.localized(
      "Save a poster as a template of your own, and print the template's id."),
    discussion: ProgramLanguage.localized(
      """
      Templates are poster documents in $XDG_DATA_HOME/regalia/templates. New poster in the gallery and \
      `regalia poster new --template` offer them.

      Examples:
        regalia poster templates save keep-calm --title "Team poster"
        regalia poster templates save calm.json
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The poster's id or title, or a document."), valueName: "name|file"),
    completion: .postersAndFiles)
  var name: String

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The title of the template; the default is the poster's."), valueName: "title"
    ))
  var title: String?

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    if let title, title.allSatisfy(\.isWhitespace) {
      throw ValidationError(ProgramLanguage.localized("--title is the title of a template."))
    }
  }

  func run() throws {
    let source = try NamedPosters(options).source(named: name)
    try PosterCommand.refusing {
      let folder = try PosterTemplatesCommand.folder()
      let poster = try source.changeable()
      let change = try folder.saving(poster, titled: title ?? poster.title)
      try StandardOutput.check()
      try folder.make(change)
      try StandardOutput.report([change.name], done: ProgramLanguage.localized("the template is saved"))
    }
  }
}

struct RenameTemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: ProgramLanguage.localized("Give a template of your own another title; its id stays."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia poster templates rename team-poster "Posters of the team"
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The template's id or title."), valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The new title."), valueName: "title"))
  var title: String

  func validate() throws {
    if title.allSatisfy(\.isWhitespace) {
      throw ValidationError(ProgramLanguage.localized("The new title is empty."))
    }
  }

  func run() throws {
    try PosterCommand.refusing {
      let folder = try PosterTemplatesCommand.folder()
      try folder.make(
        folder.renaming(PosterTemplatesCommand.own(named: name, in: folder).name, to: title))
    }
  }
}

struct RemoveTemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Remove a template of your own; posters made from it stay."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia poster templates remove team-poster
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The template's id or title."), valueName: "name"))
  var name: String

  func run() throws {
    try PosterCommand.refusing {
      let folder = try PosterTemplatesCommand.folder()
      try folder.make(folder.removing(PosterTemplatesCommand.own(named: name, in: folder).name))
    }
  }
}
