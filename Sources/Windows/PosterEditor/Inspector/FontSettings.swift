import Controls
import Geometry
import Input
import Localization
import Posters
import Scene
import Text
import Typography

/// The letters whose font has settings: those of the poster, of lines, or of a selection.
struct FontScope {
  /// The weight, the axes and the features of letters.
  struct Values {
    /// The CSS weight.
    var weight: Int
    /// The values of axes by their OpenType tags.
    var axes: [String: Double] = [:]
    /// The features by their OpenType tags.
    var features: [String: Int] = [:]
  }

  /// Returns the family of the letters.
  let family: () -> String
  /// Returns the values that the letters have without their own.
  let inherited: () -> Values
  /// Returns the values of the letters' own.
  let own: () -> Values
  /// Changes the values of the letters' own.
  let change: (PosterEdit, ChangePhase, (inout Values) -> Void) -> Void
  /// Whether the letters are all of the poster's.
  var isWhole = true

  /// The axes of the letters.
  fileprivate var axes: [String: Double] { inherited().axes.merging(own().axes) { _, own in own } }
  /// The features of the letters.
  fileprivate var features: [String: Int] { inherited().features.merging(own().features) { _, own in own } }
  /// The font of the letters.
  fileprivate var font: Font { Font(family: family(), size: 1, weight: own().weight) }

  /// The letters of the whole poster.
  init(_ session: EditorSession) {
    family = { [unowned session] in session.poster.lettering.family }
    inherited = { [unowned session] in Values(weight: session.poster.lettering.weight) }
    func values(_ lettering: Lettering) -> Values {
      Values(weight: lettering.weight, axes: lettering.axes, features: lettering.features)
    }
    own = { [unowned session] in values(session.poster.lettering) }
    change = { [unowned session] edit, phase, change in
      session.change(edit, phase) { poster in
        var new = values(poster.lettering)
        change(&new)
        (poster.lettering.weight, poster.lettering.axes, poster.lettering.features) = (
          new.weight, new.axes, new.features
        )
      }
    }
  }

  /// The letters of a part of the poster.
  init(
    family: @escaping () -> String, inherited: @escaping () -> Values, own: @escaping () -> Values,
    change: @escaping (PosterEdit, ChangePhase, (inout Values) -> Void) -> Void
  ) {
    (self.family, self.inherited, self.own, self.change) = (family, inherited, own, change)
    isWhole = false
  }
}

/// The settings that a font offers: named instances, axes, and OpenType features; for a whole poster also those that
/// apply to all its fonts.
final class FontSettings {
  private let session: EditorSession
  private let scope: FontScope
  private var language: Language { session.interface.language }

  private lazy var instance = ChoiceButton(
    language.localized(scope.isWhole ? Message("Style") : Message("Style of the line"))
  ) { [unowned self] in instances }
  private lazy var automaticSize = Toggle(language.localized("Optical size by the page")) {
    [unowned self] isOn, _ in
    session.change(.fontAxis) { poster in
      poster.lettering.opticalSizing = isOn
      if isOn { poster.lettering.axes["opsz"] = nil }
    }
  }
  private lazy var features = ChoiceButton(
    language.localized(scope.isWhole ? Message("Features") : Message("Features of the line"))
  ) { [unowned self] button in
    guard let host = button.host, session.mayChange() else { return }
    host.showPopover(FeatureList(session, scope), from: button)
  }
  private lazy var capitalForms = Toggle(language.localized("Signs suit capitals")) {
    [unowned self] isOn, _ in session.change(.fontFeature) { $0.lettering.capitalForms = isOn }
  }
  private lazy var colors = Toggle(language.localized("Emoji and letters in colour")) {
    [unowned self] isOn, _ in session.change(.fontColors) { $0.lettering.keepsColors = isOn }
  }
  /// The sliders of axes, which stay while the font has them.
  private var sliders: [FontAxis: NumberSlider] = [:]

  /// Creates the settings of the letters of a scope; without one, of the whole poster.
  init(_ session: EditorSession, _ scope: FontScope? = nil) {
    self.session = session
    self.scope = scope ?? FontScope(session)
  }

  private var lettering: Lettering { session.poster.lettering }

  private var face: FontFace? { session.typesetter.face(of: scope.font) }

  /// The rows after the font's name.
  var rows: [Form.Row] {
    guard let face else { return [] }
    var rows: [Form.Row] = []
    if !face.instances.isEmpty {
      instance.chosen =
        chosenInstance(of: face)?.name ?? language.localized("Own values", context: "font style")
      rows.append(Form.Row(caption: language.localized("Style"), controls: [instance]))
    }
    let axes = scope.axes
    for axis in face.axes where axis.tag != "wght" {
      if axis.tag == "opsz", !scope.isWhole, lettering.opticalSizing, axes["opsz"] == nil { continue }
      if axis.tag == "opsz", scope.isWhole {
        automaticSize.isOn = lettering.opticalSizing && lettering.axes["opsz"] == nil
        rows.append(Form.Row(controls: [automaticSize]))
        if automaticSize.isOn { continue }
      }
      let slider = slider(for: axis)
      slider.value = axes[axis.tag] ?? axis.defaultValue
      rows.append(Form.Row(caption: language.localized(axis.title), controls: [slider]))
    }
    features.chosen = words
    rows.append(Form.Row(caption: language.localized("Features"), controls: [features]))
    guard scope.isWhole else { return rows }
    if face.hasFeature("case") {
      capitalForms.isOn = lettering.capitalForms
      rows.append(Form.Row(controls: [capitalForms]))
    }
    if lettering.keepsColors || face.hasColors || session.poster.lines.contains(where: \.hasEmoji) {
      colors.isOn = lettering.keepsColors
      rows.append(Form.Row(controls: [colors]))
    }
    return rows
  }

  /// Keeps a font file and sets the poster in it.
  static func take(_ path: String, in session: EditorSession) {
    let (folder, language) = (FontFolder(session.folders), session.interface.language)
    session.tasks.run({ () -> Result<FontFolder.Font, FontFolder.Failure> in
      do throws(FontFolder.Failure) {
        return .success(try folder.keep(path))
      } catch {
        return .failure(error)
      }
    }) { [unowned session] result in
      switch result {
      case .failure(let fault): session.say(fault.message)
      case .success(.failure(let fault)): session.say(fault.message)
      case .success(.success(let font)):
        FontLibrary.add([font.path])
        session.change(.font) { poster in
          poster.lettering.choose(font.file.family, by: session.typesetter)
          poster.lettering.fontFile = path
        }
        session.say(
          font.isLinked
            ? language.localized(
              "{family} must not be copied, so that it is used where its file is",
              ["family": font.file.family])
            : language.localized("{family} is kept beside your library", ["family": font.file.family]))
      }
    }
  }

  private func slider(for axis: FontAxis) -> NumberSlider {
    if let known = sliders[axis] { return known }
    let span = axis.range.upperBound - axis.range.lowerBound
    // Whole units where there are enough of them, else hundredths.
    let unit = span >= 20 ? 1 : 0.01
    let step = max((span / 100 / unit).rounded(), 1) * unit
    let title = language.localized(axis.title)
    let slider = NumberSlider(
      scope.isWhole ? title : language.localized("{axis} of the line", ["axis": title]), session, .fontAxis,
      range: axis.range, scale: .linear(step: step),
      display: .init(decimals: unit < 1 ? 2 : 0, step: step),
      snap: { min(max(($0 / unit).rounded() * unit, axis.range.lowerBound), axis.range.upperBound) }
    ) { [unowned self] value, phase in
      scope.change(.fontAxis, phase) { $0.axes[axis.tag] = value }
    }
    sliders[axis] = slider
    return slider
  }

  /// The instance that the letters are set in, or nil.
  private func chosenInstance(of face: FontFace) -> FontInstance? {
    let (weight, axes) = (scope.own().weight, scope.axes)
    return face.instances.first { instance in
      instance.axes.allSatisfy { tag, value in
        tag == "wght"
          ? Double(weight) == value
          : (axes[tag] ?? face.axis(tag)?.defaultValue) == value || tag == "opsz" && lettering.opticalSizing
      }
    }
  }

  private var instances: [ChoiceButton.Choice] {
    guard let face else { return [] }
    let chosen = chosenInstance(of: face)
    return face.instances.map { instance in
      ChoiceButton.Choice(instance.name, isChosen: instance == chosen) { [unowned self] in
        let inherited = scope.inherited().axes
        let isSizeAutomatic = lettering.opticalSizing
        scope.change(.fontStyle, .final) { values in
          values.take(instance, of: face, over: inherited, keepingSize: isSizeAutomatic)
        }
      }
    }
  }

  /// The features that differ from the font's usual setting, in words.
  private var words: String {
    guard let face else { return "" }
    let own = scope.own().features
    let titles = FeatureList.offered(by: face).filter { own[$0.tag] != nil }
      .map { language.localized($0.title) }
    switch titles.count {
    case 0: return language.localized("Usual", context: "font features")
    case 1: return titles[0]
    default:
      return language.localized(
        "{first} and {count} more", ["first": titles[0], "count": String(titles.count - 1)])
    }
  }
}

extension Poster.Line {
  /// Whether the line has a character that is usually seen as a coloured picture.
  fileprivate var hasEmoji: Bool {
    text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
  }
}

extension Lettering {
  /// Takes another family, with the sizes and forms that it offers.
  mutating func choose(_ family: String, by typesetter: Typesetter) {
    let face = typesetter.face(of: Font(family: family, size: 1))
    self = inFamily(family)
    if face?.axis("opsz") != nil { opticalSizing = true }
    if face?.hasFeature("case") == true { capitalForms = true }
  }
}

extension FontScope.Values {
  /// Takes over the values of a named instance that differ from inherited ones; the optical size stays if it is
  /// automatic.
  fileprivate mutating func take(
    _ instance: FontInstance, of face: FontFace, over inherited: [String: Double], keepingSize: Bool
  ) {
    axes = [:]
    for (tag, value) in instance.axes {
      switch tag {
      case "wght": weight = Int(value.rounded())
      case "opsz" where keepingSize: break
      default: if value != inherited[tag] ?? face.axis(tag)?.defaultValue { axes[tag] = value }
      }
    }
  }
}

/// The features of a font, each of which can be switched.
final class FeatureList: Control {
  private let session: EditorSession
  private let scope: FontScope
  private let features: [Offer]

  /// A feature in the list.
  struct Offer {
    let tag: String
    let title: Message
    let rank: Int
    let alternates: [String]
  }

  private var language: Language { session.interface.language }
  private lazy var list: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in features.count }, title: { [unowned self] in title(of: features[$0]) },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) },
      press: { [unowned self] place, _ in step(place) }, open: { [unowned self] place, _ in step(place) })
    content.isFoundByTyping = true
    return CellGrid(
      label: language.localized("Features"), cellSize: Size(.infinity, Self.rowHeight), content: content)
  }()

  private static let rowHeight = 32.0

  init(_ session: EditorSession, _ scope: FontScope) {
    self.session = session
    self.scope = scope
    features = session.typesetter.face(of: scope.font).map(Self.offered) ?? []
    super.init(label: session.localized("Features"))
    addChild(list)
  }

  /// Returns the features that a person may switch, the most wanted first. Small capitals are always among them, since
  /// they are made from capitals if the font has none.
  static func offered(by face: FontFace) -> [Offer] {
    var features = face.features.filter { $0.tag != "case" }.map {
      Offer(tag: $0.tag, title: $0.title, rank: $0.rank, alternates: $0.alternates)
    }
    if !face.hasFeature("smcp") {
      features.append(Offer(tag: "smcp", title: Message("Small capitals"), rank: 0, alternates: []))
    }
    return features.sorted { ($0.rank, $0.tag) < ($1.rank, $1.tag) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(320, room.width), min(Double(features.count) * Self.rowHeight + 12, 420, room.height))
  }

  override func layOut(_ interface: Interface) { list.frame = bounds.inset(by: 6) }

  private func value(of feature: Offer) -> Int {
    scope.features[feature.tag] ?? Self.usual(feature)
  }

  /// Fonts have ligatures by themselves.
  private static func usual(_ feature: Offer) -> Int { feature.tag == "liga" ? 1 : 0 }

  /// Switches a feature, or goes on to its next alternate.
  private func step(_ place: Int) {
    guard features.indices.contains(place) else { return }
    let feature = features[place]
    let next = (value(of: feature) + 1) % (max(feature.alternates.count, 1) + 1)
    let usual = scope.inherited().features[feature.tag] ?? Self.usual(feature)
    scope.change(.fontFeature, .final) { $0.features[feature.tag] = next == usual ? nil : next }
    list.reload()
  }

  private func title(of feature: Offer) -> String {
    let (title, value) = (language.localized(feature.title), value(of: feature))
    if feature.alternates.indices.contains(value - 1) {
      return language.localized(
        "{feature}: {choice}", ["feature": title, "choice": feature.alternates[value - 1]])
    }
    return value == 0
      ? language.localized("{feature}: off", ["feature": title])
      : language.localized("{feature}: on", ["feature": title])
  }

  private func row(_ place: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer {
    let (feature, theme) = (features[place], interface.theme)
    let value = value(of: feature)
    let row = Layer(frame: Rect(origin: .zero, size: size))
    if state.isSelected || state.isHovered {
      row.backgroundColor = theme.pressed
      row.cornerRadius = Theme.fieldRadius
    }
    if value > 0 {
      row.addSublayer(
        Layer(.check, in: Rect(x: 8, y: 0, width: 16, height: size.height), color: theme.ink))
    }
    let detail =
      feature.alternates.indices.contains(value - 1) ? feature.alternates[value - 1] : feature.tag
    let width = min(interface.line(detail, style: Theme.secondary).width.rounded(.up), size.width * 0.4)
    row.addSublayer(
      Layer(
        detail, style: Theme.secondary, color: theme.secondaryInk,
        in: Rect(x: size.width - width - 10, y: 0, width: width, height: size.height), interface))
    row.addSublayer(
      Layer(
        language.localized(feature.title), style: Theme.body, color: theme.ink,
        in: Rect(x: 32, y: 0, width: max(size.width - width - 50, 1), height: size.height), interface))
    return row
  }
}
