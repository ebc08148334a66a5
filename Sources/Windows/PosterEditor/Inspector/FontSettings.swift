import Controls
import Geometry
import Input
import Localization
import Posters
import Scene
import Text
import Typography

/// The settings that the poster's font offers: named instances, axes, and OpenType features.
final class FontSettings {
  private let session: EditorSession
  private var language: Language { session.interface.language }

  private lazy var instance = ChoiceButton(language.localized("Style")) { [unowned self] in instances }
  private lazy var automaticSize = Toggle(language.localized("Optical size by the page")) {
    [unowned self] isOn, _ in
    session.change(.fontAxis) { poster in
      poster.lettering.opticalSizing = isOn
      if isOn { poster.lettering.axes["opsz"] = nil }
    }
  }
  private lazy var features = ChoiceButton(language.localized("Features")) { [unowned self] button in
    guard let host = button.host, session.mayChange() else { return }
    host.showPopover(FeatureList(session), from: button)
  }
  private lazy var capitalForms = Toggle(language.localized("Signs suit capitals")) {
    [unowned self] isOn, _ in session.change(.fontFeature) { $0.lettering.capitalForms = isOn }
  }
  private lazy var colors = Toggle(language.localized("Emoji and letters in colour")) {
    [unowned self] isOn, _ in session.change(.fontColors) { $0.lettering.keepsColors = isOn }
  }
  /// The sliders of axes, which stay while the font has them.
  private var sliders: [FontAxis: Slider] = [:]

  init(_ session: EditorSession) { self.session = session }

  private var lettering: Lettering { session.poster.lettering }

  private var face: FontFace? {
    session.typesetter.face(of: Font(family: lettering.family, size: 1, weight: lettering.weight))
  }

  /// The rows after the font's name.
  var rows: [Form.Row] {
    guard let face else { return [] }
    var rows: [Form.Row] = []
    if !face.instances.isEmpty {
      instance.chosen =
        chosenInstance(of: face)?.name ?? language.localized("Own values", context: "font style")
      rows.append(Form.Row(caption: instance.label, controls: [instance]))
    }
    for axis in face.axes where axis.tag != "wght" {
      if axis.tag == "opsz" {
        automaticSize.isOn = lettering.opticalSizing && lettering.axes["opsz"] == nil
        rows.append(Form.Row(controls: [automaticSize]))
        if automaticSize.isOn { continue }
      }
      let slider = slider(for: axis)
      slider.value = lettering.axes[axis.tag] ?? axis.defaultValue
      rows.append(Form.Row(caption: language.localized(axis.title), controls: [slider]))
    }
    features.chosen = words
    rows.append(Form.Row(caption: features.label, controls: [features]))
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
      case .failure(let fault): session.say(fault.description)
      case .success(.failure(let fault)): session.say(fault.text(in: language))
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

  private func slider(for axis: FontAxis) -> Slider {
    if let known = sliders[axis] { return known }
    let span = axis.range.upperBound - axis.range.lowerBound
    // Whole units where there are enough of them, else hundredths.
    let unit = span >= 20 ? 1 : 0.01
    let step = max((span / 100 / unit).rounded(), 1) * unit
    let slider = Slider(
      label: language.localized(axis.title), range: axis.range, scale: .linear(step: step)
    ) { [unowned self] value, phase, _ in
      let rounded = (value / unit).rounded() * unit
      session.change(.fontAxis, phase) { poster in
        poster.lettering.axes[axis.tag] = min(max(rounded, axis.range.lowerBound), axis.range.upperBound)
      }
    }
    sliders[axis] = slider
    return slider
  }

  /// The instance that the letters are set in, or nil.
  private func chosenInstance(of face: FontFace) -> FontInstance? {
    face.instances.first { instance in
      instance.axes.allSatisfy { tag, value in
        tag == "wght"
          ? Double(lettering.weight) == value
          : (lettering.axes[tag] ?? face.axis(tag)?.defaultValue) == value
            || tag == "opsz" && lettering.opticalSizing
      }
    }
  }

  private var instances: [ChoiceButton.Choice] {
    guard let face else { return [] }
    let chosen = chosenInstance(of: face)
    return face.instances.map { instance in
      ChoiceButton.Choice(instance.name, isChosen: instance == chosen) { [unowned self] in
        session.change(.fontStyle) { $0.lettering.take(instance, of: face) }
      }
    }
  }

  /// The features that differ from the font's usual setting, in words.
  private var words: String {
    guard let face else { return "" }
    let titles = FeatureList.offered(by: face).filter { lettering.features[$0.tag] != nil }
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

extension Lettering {
  /// Takes over the values of a named instance; the optical size stays automatic if it is.
  fileprivate mutating func take(_ instance: FontInstance, of face: FontFace) {
    axes = [:]
    for (tag, value) in instance.axes {
      switch tag {
      case "wght": weight = Int(value.rounded())
      case "opsz" where opticalSizing: break
      default: if value != face.axis(tag)?.defaultValue { axes[tag] = value }
      }
    }
  }
}

/// The features of the poster's font, each of which can be switched.
final class FeatureList: Control {
  private let session: EditorSession
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

  init(_ session: EditorSession) {
    self.session = session
    let lettering = session.poster.lettering
    features =
      session.typesetter.face(of: Font(family: lettering.family, size: 1, weight: lettering.weight))
      .map(Self.offered) ?? []
    super.init(label: session.interface.language.localized("Features"))
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
    session.poster.lettering.features[feature.tag] ?? Self.usual(feature)
  }

  /// Fonts have ligatures by themselves.
  private static func usual(_ feature: Offer) -> Int { feature.tag == "liga" ? 1 : 0 }

  /// Switches a feature, or goes on to its next alternate.
  private func step(_ place: Int) {
    guard features.indices.contains(place) else { return }
    let feature = features[place]
    let next = (value(of: feature) + 1) % (max(feature.alternates.count, 1) + 1)
    session.change(.fontFeature) {
      $0.lettering.features[feature.tag] = next == Self.usual(feature) ? nil : next
    }
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
