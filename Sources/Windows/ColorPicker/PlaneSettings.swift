public import Colors
import Localization
import Text

/// What the picker shows of colours: which plane, and what is drawn over it.
public struct PlaneSettings: Hashable, Sendable {
  /// The ground on which contrast is judged.
  public enum Ground: Hashable, Sendable {
    /// White paper or a white page.
    case white
    /// A black screen.
    case black
    /// The colour that the picker began with.
    case previous
    /// A colour that a person chose.
    case color(RGBA)
  }

  /// The plane of colours that is shown.
  public var plane: ColorPlane

  /// Whether the edges of what screens can show are drawn.
  public var showsEdges = true

  /// Whether what sRGB does not have is hatched; it is not kept for the next window.
  public var isHatched = false

  /// Whose contrast lines are drawn; nil for none.
  public var contrast: ContrastGoal.Method?

  /// The ground on which contrast is judged.
  public var ground = Ground.white

  /// Whose eyes all colours of the window are shown through; nil for most people's. It is not kept for the next window.
  public var vision: ColorVision?

  /// The press whose printable colours are bounded by a line: the name of an installed profile or a file of one, empty for
  /// the usual one; nil for no line.
  public var press: String?

  /// The notation in which a colour was copied last.
  public var copyFormat = ColorFormat.oklch

  /// Creates the usual settings of a plane: edges, no contrast lines.
  public init(plane: ColorPlane = .hsb) {
    self.plane = plane
  }

  /// Creates settings from what `text` returned; what is not understood stays as it is usually.
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

  /// Returns what is drawn over the plane.
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

  /// Returns the colour itself, opaque.
  func color(previous: RGBA) -> RGBA {
    switch self {
    case .white: RGBA(hex: 0xffffff)
    case .black: RGBA(hex: 0)
    case .previous: previous.withAlpha(1)
    case .color(let color): color.withAlpha(1)
    }
  }

  /// Returns the ground in words that follow “on”.
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
  /// The kinds there are, in the words of a menu.
  static let kinds: [(name: String, title: Message, shortTitle: Message)] = [
    ("protan", Message("Protan, without red cones"), Message("Protan")),
    ("deutan", Message("Deutan, without green cones"), Message("Deutan")),
    ("tritan", Message("Tritan, without blue cones"), Message("Tritan")),
    ("achromat", Message("Achromat, without colour"), Message("Achromat")),
  ]

  /// Creates a vision from a kind's name and a severity from 0 to 1.
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
  /// The plane in words for a menu, beginning with the space.
  var heading: String {
    title.contains(":") ? title : "\(space.uppercased()): \(title.prefix(1).lowercased() + title.dropFirst())"
  }

  /// Returns the plane in a word or two.
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
