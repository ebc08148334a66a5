public import Colors
import Localization
import Text

/// The picker's settings: the plane and its guides.
public struct PlaneSettings: Hashable, Sendable {
  /// The background for contrast.
  public enum Ground: Hashable, Sendable {
    /// White paper or a white page.
    case white
    /// A black screen.
    case black
    /// The picker's initial colour.
    case previous
    /// A colour that a person chose.
    case color(RGBA)
  }

  /// The colour plane that is shown.
  public var plane: ColorPlane

  /// Whether the edges of display gamuts are drawn.
  public var showsEdges = true

  /// Whether colours outside sRGB are hatched; not remembered for the next window.
  public var isHatched = false

  /// The contrast method whose lines are drawn; nil for none.
  public var contrast: ContrastGoal.Method?

  /// The background for contrast.
  public var ground = Ground.white

  /// The colour vision that is simulated for the whole window; nil for normal vision. Not remembered for the next
  /// window.
  public var vision: ColorVision?

  /// The press whose gamut is outlined: the name of an installed profile or a profile's file, empty for the default
  /// one; nil for no outline.
  public var press: String?

  /// The notation in which a colour was last copied.
  public var copyFormat = ColorFormat.oklch

  /// Creates the default settings of a plane: edges, no contrast lines.
  public init(plane: ColorPlane = .hsb) {
    self.plane = plane
  }

  /// Creates settings from a `text`; invalid lines keep the defaults.
  public init(text: String) {
    self.init()
    for (name, value) in SettingLines(text) {
      switch name {
      case "plane": plane = ColorPlane.all.first { $0.name == value } ?? plane
      case "edges": showsEdges = value == "yes"
      case "contrast": contrast = ContrastGoal.Method(rawValue: value)
      case "press": press = value == "none" ? nil : value == "usual" ? "" : value
      case "copy": copyFormat = ColorFormat(rawValue: value) ?? copyFormat
      case "ground": ground = Ground(text: value) ?? ground
      default: break
      }
    }
  }

  /// The settings as lines of a name and a value.
  public var text: String {
    var lines = SettingLines()
    lines.add("plane", plane.name)
    lines.add("edges", showsEdges ? "yes" : "no")
    lines.add("contrast", contrast?.rawValue ?? "none")
    lines.add("ground", ground.text)
    lines.add("press", press.map { $0.isEmpty ? "usual" : $0 } ?? "none")
    lines.add("copy", copyFormat.rawValue)
    return lines.text
  }

  /// Returns the plane's guides.
  func guides(previous: RGBA) -> PlaneGuides {
    PlaneGuides(
      edges: showsEdges, contrast: contrast, on: ground.color(previous: previous), isHatched: isHatched,
      vision: vision
    ).fitting(plane)
  }
}

extension PlaneSettings.Ground {
  fileprivate init?(text: String) {
    switch text {
    case "white": self = .white
    case "black": self = .black
    case "previous": self = .previous
    default:
      guard let color = try? Color(parsing: text) else { return nil }
      self = .color(color.mapped(to: .srgb).rgba)
    }
  }

  fileprivate var text: String {
    switch self {
    case .white: "white"
    case .black: "black"
    case .previous: "previous"
    case .color(let color): Color(color).text(as: .hex)
    }
  }

  /// Returns the background as an opaque colour.
  func color(previous: RGBA) -> RGBA {
    switch self {
    case .white: RGBA(hex: 0xffffff)
    case .black: RGBA(hex: 0)
    case .previous: previous.withAlpha(1)
    case .color(let color): color.withAlpha(1)
    }
  }

  /// Returns the background in words that follow “on”.
  func words(in language: Language) -> String {
    switch self {
    case .white: language.localized("white", context: "on")
    case .black: language.localized("black", context: "on")
    case .previous: language.localized("the previous colour", context: "on")
    case .color(let color): Color(color.withAlpha(1)).text(as: .hex)
    }
  }
}

extension ColorVision {
  /// The kinds of colour vision, with their titles in menus.
  static let kinds: [(name: String, title: Message, shortTitle: Message)] = [
    ("protan", Message("Protan, without red cones"), Message("Protan")),
    ("deutan", Message("Deutan, without green cones"), Message("Deutan")),
    ("tritan", Message("Tritan, without blue cones"), Message("Tritan")),
    ("achromat", Message("Achromat, without colour"), Message("Achromat")),
  ]

  /// Creates a vision from the name of a kind and a severity, 0…1.
  init?(_ name: String, severity: Double) {
    if name == "achromat" {
      self = .achromat(severity: severity)
    } else if let deficiency = ColorVisionDeficiency(rawValue: name) {
      self = .deficient(deficiency, severity: severity)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .deficient(let deficiency, _): deficiency.rawValue
    case .achromat: "achromat"
    }
  }

  var severity: Double {
    switch self {
    case .deficient(_, let severity), .achromat(let severity): severity
    }
  }
}

extension ColorPlane {
  /// Returns the title of the plane in a menu, beginning with its colour space.
  func heading(in language: Language) -> String {
    name == "hsb" ? language.localized("HSB: saturation and brightness") : language.localized(title)
  }

  /// Returns a short title of the plane.
  func shortHeading(in language: Language) -> String {
    switch name {
    case "oklch-hue": language.localized("OKLCH, hue")
    // Untranslated: the names of colour spaces.
    case "oklab": "Oklab"
    case "lab": "Lab"

    case "rgb-red": language.localized("RGB, red")
    case "rgb-green": language.localized("RGB, green")
    case "rgb-blue": language.localized("RGB, blue")
    default: name.uppercased()
    }
  }
}
