public import Geometry
import Localization
public import Text

extension Poster {
  /// A free part of a poster: a code, or a second picture or drawing. It stands wherever it is placed, and the lines do not
  /// make room for it.
  public struct Element: Hashable, Sendable {
    /// The subject of an element.
    public enum Content: Hashable, Sendable {
      /// A two-dimensional code in the poster's ink.
      case code(Barcode)
      /// A drawing in the poster's ink, or a picture; `isTinted` draws a picture in the ink through its transparency.
      case figure(Emblem, isTinted: Bool)
    }

    /// The subject.
    public var content: Content
    /// The place of its middle, in fractions of the page from the upper left, 0…1.
    public var center: Point
    /// The width in fractions of the page's width; that of a code includes its quiet zone.
    public var width: Double
    /// Members of the element's object that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// Creates an element at a place and with a width, both in fractions of the page.
    public init(_ content: Content, center: Point = Point(0.5, 0.5), width: Double = usualWidth) {
      (self.content, self.center, self.width) = (content, center, width)
    }

    /// The code, if the element is one.
    public var code: Barcode? {
      get {
        guard case .code(let code) = content else { return nil }
        return code
      }
      set {
        if let newValue { content = .code(newValue) }
      }
    }

    /// The picture or drawing, if the element is one.
    public var figure: Emblem? {
      guard case .figure(let emblem, _) = content else { return nil }
      return emblem
    }

    /// The range of the width, in fractions of the page's width.
    public static let widths = 0.005...2.0
    /// The width of a new picture, in fractions of the page's width.
    public static let usualWidth = 0.2
    /// The maximum number of elements of a poster.
    public static let most = 60
  }
}

/// A two-dimensional code: its symbology, its error correction, and what it says.
public struct Barcode: Hashable, Sendable {
  /// The symbology.
  public var kind: CodeMatrix.Kind
  /// The error correction of a QR code.
  public var level: CodeMatrix.Level
  /// The contents of the code.
  public var content: CodeContent
  /// Whether the code stands on a plate of its own: the ink on white, or black on the ink if that is light. Without one
  /// the code uses the ground where that has enough contrast with the ink.
  public var hasPlate: Bool
  /// Members of the contents' object that this version does not know.
  public var unknownFields: [JSONMember] = []

  /// Creates a code.
  public init(
    _ content: CodeContent, kind: CodeMatrix.Kind = .qr, level: CodeMatrix.Level = .medium,
    hasPlate: Bool = false
  ) {
    (self.content, self.kind, self.level, self.hasPlate) = (content, kind, level, hasPlate)
  }
}

/// The contents of a code in the form in which a person writes them; `encoded` is the text that phones understand.
public enum CodeContent: Hashable, Sendable {
  /// Any text.
  case text(String)
  /// The address of a page; without a scheme it is one of `https`.
  case link(String)
  /// Access to a wireless network.
  case wifi(WiFi)
  /// A person's card.
  case contact(Contact)

  /// Access to a wireless network, as phones join it.
  public struct WiFi: Hashable, Sendable {
    /// The protection of a network; the identifiers are those of the code.
    public enum Security: String, Hashable, Sendable, CaseIterable {
      /// WPA, WPA2 or WPA3 with a password.
      case wpa = "WPA"
      /// The old WEP.
      case wep = "WEP"
      /// None.
      case open = "nopass"
    }

    /// The name of the network.
    public var name: String
    /// The password; it is ignored without protection.
    public var password: String
    /// The protection.
    public var security: Security
    /// Whether the network does not announce its name.
    public var isHidden: Bool

    /// Creates the access to a network.
    public init(name: String, password: String = "", security: Security = .wpa, isHidden: Bool = false) {
      (self.name, self.password, self.security, self.isHidden) = (name, password, security, isHidden)
    }
  }

  /// A card with the usual entries of an address book; empty ones are omitted.
  public struct Contact: Hashable, Sendable {
    /// The whole name.
    public var name = ""
    /// The company or club.
    public var organization = ""
    /// The position there.
    public var title = ""
    /// The telephone number.
    public var phone = ""
    /// The address of mail.
    public var email = ""
    /// The address of a page.
    public var url = ""
    /// The postal address on one line.
    public var address = ""

    /// Creates an empty card.
    public init() {}

    /// The entries by their names in documents, in the order of a form.
    public static let entries: [(name: String, path: any WritableKeyPath<Contact, String> & Sendable)] = [
      ("name", \.name), ("organization", \.organization), ("title", \.title), ("phone", \.phone),
      ("email", \.email), ("url", \.url), ("address", \.address),
    ]
  }

  /// The maximum length of a text, in characters.
  public static let longest = 8000

  /// Whether nothing was written.
  public var isEmpty: Bool {
    switch self {
    case .text(let text), .link(let text): text.trimmed.isEmpty
    case .wifi(let network): network.name.isEmpty
    case .contact(let contact): Contact.entries.allSatisfy { contact[keyPath: $0.path].trimmed.isEmpty }
    }
  }

  /// The text in the code, empty if nothing was written.
  ///
  /// A network has the form of the Wi-Fi Alliance (WPA3 specification 3.0, 7.1), a card is a vCard 3.0 (RFC 2426), which
  /// more phones read than later versions.
  public var encoded: String {
    guard !isEmpty else { return "" }
    switch self {
    case .text(let text): return text
    case .link(let text):
      // A full stop before the colon belongs to a host with a port.
      let address = text.trimmed
      return address.firstMatch(of: /^[A-Za-z][A-Za-z0-9+\-]*:/) == nil ? "https://" + address : address
    case .wifi(let network):
      func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
          if "\\;,\":".contains(character) { result.append("\\") }
          result.append(character)
        }
      }
      let secret = network.security == .open ? "" : "P:\(escaped(network.password));"
      let hidden = network.isHidden ? "H:true;" : ""
      return "WIFI:T:\(network.security.rawValue);S:\(escaped(network.name));\(secret)\(hidden);"
    case .contact(let contact): return contact.card
    }
  }

  /// A short description for people who do not see the code, and for lists.
  public var summary: String {
    switch self {
    case .text(let text): text
    case .link: encoded
    case .wifi(let network): network.name
    case .contact(let contact):
      Contact.entries.lazy.map { contact[keyPath: $0.path] }.first { !$0.trimmed.isEmpty } ?? ""
    }
  }

  /// Reads the contents from a text as a code has it: an address of a page, `WIFI:…`, `BEGIN:VCARD…`, or any other text.
  public init(_ text: String) {
    if let network = WiFi(encoded: text) {
      self = .wifi(network)
    } else if let contact = Contact(card: text) {
      self = .contact(contact)
    } else {
      let isLink = text.firstMatch(of: /^(https?:\/\/|www\.)\S+$/.ignoresCase()) != nil
      self = isLink ? .link(text) : .text(text)
    }
  }
}

extension CodeContent.WiFi {
  /// Reads a network from the text of a code; nil if it is something else.
  init?(encoded text: String) {
    guard text.prefix(5).uppercased() == "WIFI:" else { return nil }
    var fields: [(name: String, value: String)] = []
    var (part, name, isEscaped): (String, String?, Bool) = ("", nil, false)
    for character in text.dropFirst(5) {
      switch character {
      case _ where isEscaped:
        part.append(character)
        isEscaped = false
      case "\\": isEscaped = true
      case ":" where name == nil: (name, part) = (part.uppercased(), "")
      case ";":
        if let name { fields.append((name, part)) }
        (name, part) = (nil, "")
      default: part.append(character)
      }
    }
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    guard let network = field("S") else { return nil }
    let word = field("T") ?? ""
    let security = Security.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
    guard let security = security ?? (word.isEmpty ? .open : word == "SAE" ? .wpa : nil) else { return nil }
    self.init(
      name: network, password: field("P") ?? "", security: security,
      isHidden: field("H")?.lowercased() == "true")
  }
}

extension CodeContent.Contact {
  /// The properties of a vCard for the entries that are a property's whole value.
  private static let properties: [(name: String, path: any WritableKeyPath<Self, String> & Sendable)] = [
    ("FN", \.name), ("ORG", \.organization), ("TITLE", \.title), ("TEL", \.phone), ("EMAIL", \.email),
    ("URL", \.url),
  ]

  /// The card as a vCard 3.0 (RFC 2426).
  fileprivate var card: String {
    func escaped(_ text: String) -> String {
      text.trimmed.reduce(into: "") { result, character in
        if character.isNewline { return result += "\\n" }
        if "\\;,".contains(character) { result.append("\\") }
        result.append(character)
      }
    }
    // A card needs a name.
    let shown = name.trimmed.isEmpty ? CodeContent.contact(self).summary : name
    let words = shown.trimmed.split(separator: " ")
    let family = words.count > 1 ? String(words.last ?? "") : ""
    let given = words.dropLast(words.count > 1 ? 1 : 0).joined(separator: " ")
    var lines = ["BEGIN:VCARD", "VERSION:3.0", "N:\(escaped(family));\(escaped(given));;;"]
    for property in Self.properties {
      let value = property.name == "FN" ? shown : self[keyPath: property.path]
      if !value.trimmed.isEmpty { lines.append("\(property.name):\(escaped(value))") }
    }
    if !address.trimmed.isEmpty { lines.append("ADR:;;\(escaped(address));;;;") }
    return (lines + ["END:VCARD"]).joined(separator: "\r\n")
  }

  /// Reads a card with the entries that are known here; nil if it is something else, or has others.
  init?(card text: String) {
    var lines = text.split(whereSeparator: \.isNewline).map(String.init)
    guard lines.first?.uppercased() == "BEGIN:VCARD", lines.last?.uppercased() == "END:VCARD" else {
      return nil
    }
    lines = Array(lines.dropFirst().dropLast())
    self.init()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = String(line[line.index(after: colon)...])
      switch line[..<colon].uppercased() {
      case "VERSION", "N": break
      case "ADR":
        let parts = Self.parts(of: value)
        guard parts.enumerated().allSatisfy({ $0.offset == 2 || $0.element.isEmpty }), parts.count > 2 else {
          return nil
        }
        address = parts[2]
      case let name:
        guard let property = Self.properties.first(where: { $0.name == name }),
          self[keyPath: property.path].isEmpty
        else { return nil }
        self[keyPath: property.path] = Self.parts(of: value).joined(separator: ";")
      }
    }
  }

  /// Returns the parts of a value between semicolons, without escapes.
  private static func parts(of value: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in value {
      if isEscaped {
        parts[parts.count - 1].append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == ";" {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}

// The document.
extension Poster.Element {
  /// The known members of the element's object; default values are omitted.
  var members: [JSONMember] {
    let own: [JSONMember]
    switch content {
    case .code(let code):
      own =
        [JSONMember("type", .string("code")), JSONMember("kind", .string(code.kind.rawValue))]
        + (code.kind.levels.isEmpty ? [] : [JSONMember("level", .string(code.level.rawValue))])
        + (code.hasPlate ? [JSONMember("plate", .bool(true))] : [])
        + [JSONMember("content", .object(code.content.members + code.unknownFields))]
    case .figure(.none, _): own = [JSONMember("type", .string("drawing")), JSONMember("path", .string(""))]
    case .figure(.path(let path, let source), _):
      own = [
        JSONMember("type", .string("drawing")), JSONMember("source", .string(source)),
        JSONMember("path", .string(path.svgData())),
      ]
    case .figure(let picture, let isTinted):
      own = picture.members + (isTinted ? [JSONMember("tint", .bool(true))] : [])
    }
    // The place comes before data, which may be long.
    return own.prefix(1) + [
      JSONMember("center", .array([.number(center.x), .number(center.y)])),
      JSONMember("width", .number(width)),
    ] + own.dropFirst()
  }
}

extension CodeContent {
  /// The known members of the contents' object.
  var members: [JSONMember] {
    func member(_ name: String, _ value: String) -> JSONMember { JSONMember(name, .string(value)) }
    switch self {
    case .text(let text): return [member("type", "text"), member("text", text)]
    case .link(let url): return [member("type", "link"), member("url", url)]
    case .wifi(let network):
      return [
        member("type", "wifi"), member("name", network.name), member("password", network.password),
        member("security", network.security.rawValue),
      ] + (network.isHidden ? [JSONMember("hidden", .bool(true))] : [])
    case .contact(let contact):
      return [member("type", "contact")]
        + Contact.entries.filter { !contact[keyPath: $0.path].isEmpty }
        .map { member($0.name, contact[keyPath: $0.path]) }
    }
  }
}

extension PosterReader {
  /// Reads the elements of a poster.
  static func readElements(_ values: [JSONValue]) throws(PosterError) -> [Poster.Element] {
    guard values.count <= Poster.Element.most else {
      throw PosterError(
        field: "elements",
        message: Message(
          "{count} elements are too many; a poster takes up to {most}",
          ["count": String(values.count), "most": String(Poster.Element.most)]
        ))
    }
    var elements: [Poster.Element] = []
    for (index, value) in values.enumerated() {
      var fields = try FieldReader(value, path: "elements[\(index)]")
      let content: Poster.Element.Content
      switch try fields.text("type") {
      case "code": content = .code(try readCode(&fields))
      case "drawing":
        content = .figure(try readDrawing(&fields, source: readSource(&fields)), isTinted: false)
      case "picture":
        let source = try readSource(&fields)
        let bytes = try readPicture(&fields)
        content = .figure(.picture(bytes: bytes, source: source), isTinted: try fields.flag("tint") ?? false)
      case let type: throw unknownType(type, ["code", "picture", "drawing"], of: fields)
      }
      var element = Poster.Element(content)
      if let center = try fields.point("center") {
        guard (0...1).contains(center.x), (0...1).contains(center.y) else {
          throw fields.fault(
            "center", Message("the middle stands on the page; write two numbers from 0 to 1"))
        }
        element.center = center
      }
      element.width = try fields.number("width", in: Poster.Element.widths) ?? element.width
      element.unknownFields = fields.rest
      elements.append(element)
    }
    return elements
  }

  private static func readCode(_ fields: inout FieldReader) throws(PosterError) -> Barcode {
    var code = Barcode(.text(""))
    if let word = try fields.text("kind") {
      guard let kind = CodeMatrix.Kind(rawValue: word) else {
        throw fields.fault("kind", CodeMatrix.Kind.refusal(of: word))
      }
      code.kind = kind
    }
    if let word = try fields.text("level") {
      guard let level = CodeMatrix.Level(rawValue: word) else {
        throw fields.fault("level", CodeMatrix.Level.refusal(of: word))
      }
      code.level = level
    }
    code.hasPlate = try fields.flag("plate") ?? false
    guard var content = try fields.object("content") else {
      throw fields.fault("content", Message("the contents of the code are missing"))
    }
    code.content = try readContent(&content)
    code.unknownFields = content.rest
    return code
  }

  private static func readContent(_ fields: inout FieldReader) throws(PosterError) -> CodeContent {
    func text(_ name: String, _ fields: inout FieldReader) throws(PosterError) -> String {
      try fields.text(name, longest: CodeContent.longest) ?? ""
    }
    switch try fields.text("type") {
    case "text": return .text(try text("text", &fields))
    case "link": return .link(try text("url", &fields))
    case "wifi":
      var network = CodeContent.WiFi(
        name: try text("name", &fields), password: try text("password", &fields))
      if let word = try fields.text("security") {
        guard let security = CodeContent.WiFi.Security(rawValue: word) else {
          throw fields.fault(
            "security",
            Message("{word} is no protection; there are WPA, WEP and nopass", ["word": word.excerpt]))
        }
        network.security = security
      }
      network.isHidden = try fields.flag("hidden") ?? false
      return .wifi(network)
    case "contact":
      var contact = CodeContent.Contact()
      for entry in CodeContent.Contact.entries {
        contact[keyPath: entry.path] = try text(entry.name, &fields)
      }
      return .contact(contact)
    case let type: throw unknownType(type, ["text", "link", "wifi", "contact"], of: fields)
    }
  }
}

extension CodeMatrix.Kind {
  /// Returns the refusal of a word that is no symbology.
  static func refusal(of word: String) -> Message {
    Message("{word} is no kind of code; there are qr, micro-qr and data-matrix", ["word": word.excerpt])
  }
}

extension CodeMatrix.Level {
  /// Returns the refusal of a word that is no level.
  static func refusal(of word: String) -> Message {
    Message("{word} is no level; there are L, M, Q and H", ["word": word.excerpt])
  }
}
