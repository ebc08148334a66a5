import Localization
import Text

/// The editing history of a poster, step by step, stored beside the document.
///
/// Steps are stored as differences from the next version, so that a thousand of them take little more than the typed
/// text; crowns and pictures are stored once per change.
public struct PosterHistory: Hashable, Sendable {
  /// A version of the poster, with the edit after it or, for undone versions, the edit that leads to it.
  public struct Step: Hashable, Sendable {
    /// The kind of edit.
    public var edit: PosterEdit
    /// The version of the poster.
    public var poster: Poster

    /// Creates a step from an edit and a version.
    public init(_ edit: PosterEdit, poster: Poster) {
      self.edit = edit
      self.poster = poster
    }
  }

  /// The versions before the present one, oldest first; each with the edit after it.
  public var undone: [Step]
  /// The undone versions, the next one first; each with the edit that leads to it.
  public var redone: [Step]

  /// Creates a history from its steps; by default it is empty.
  public init(undone: [Step] = [], redone: [Step] = []) {
    self.undone = undone
    self.redone = redone
  }

  /// The name that identifies the data.
  private static let schema = "regalia-history"
  private static let version = 1

  /// Returns the steps around the present version as JSON; the oldest ones are omitted beyond `longest` bytes.
  public func bytes(present: Poster, atMost longest: Int = 16 << 20) -> [UInt8] {
    var budget = longest
    func written(_ steps: some Sequence<Step>) -> JSONValue {
      var next = present.allMembers
      var values: [JSONValue] = []
      for step in steps {
        let members = step.poster.allMembers
        let value = Self.difference(from: next, to: members, step.edit)
        budget -= value.text.utf8.count
        guard budget >= 0 else { break }
        values.append(value)
        next = members
      }
      return .array(values)
    }
    let redone = written(redone)
    let document = JSONValue.object([
      JSONMember("schema", .string(Self.schema)), JSONMember("version", .number(Double(Self.version))),
      JSONMember("undone", written(undone.reversed())), JSONMember("redone", redone),
    ])
    return Array(document.text.utf8)
  }

  /// Reads the data of `bytes(present:)` for the same version of the poster.
  ///
  /// - Throws: ``PosterError`` if the data is damaged, or of another kind or version.
  public init(bytes: [UInt8], present: Poster) throws(PosterError) {
    var fields = try FieldReader(try Poster.value(of: bytes), path: "history")
    guard try fields.text("schema") == Self.schema, try fields.number("version", in: 1...1) != nil else {
      throw PosterError(field: "history", message: Message("it is of another kind or version"))
    }
    let start = present.allMembers
    undone = try Self.steps(try fields.array("undone") ?? [], from: start).reversed()
    redone = try Self.steps(try fields.array("redone") ?? [], from: start)
  }

  private static func steps(
    _ values: [JSONValue], from start: [JSONMember]
  ) throws(PosterError) -> [Step] {
    var members = start
    var steps: [Step] = []
    for value in values {
      var fields = try FieldReader(value, path: "history")
      // Before steps had identifiers, they were stored by the English names in menus.
      let identifier = try fields.text("edit")
      let name = try fields.text("name") ?? ""
      let edit = identifier.map { PosterEdit(rawValue: $0) } ?? PosterEdit(formerName: name)
      let absent = try fields.array("absent") ?? []
      members.removeAll { member in absent.contains(.string(member.name)) }
      if case .object(let changed)? = fields.take("members") {
        for member in changed {
          if let place = members.firstIndex(where: { $0.name == member.name }) {
            members[place] = member
          } else {
            members.append(member)
          }
        }
      }
      steps.append(Step(edit, poster: try Poster(json: Array(JSONValue.object(members).text.utf8))))
    }
    return steps
  }

  /// Returns the changes that turn one document into another.
  private static func difference(
    from old: [JSONMember], to new: [JSONMember], _ edit: PosterEdit
  ) -> JSONValue {
    let known = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
    let names = Set(new.map(\.name))
    var result = [
      JSONMember("edit", .string(edit.rawValue)),
      JSONMember("members", .object(new.filter { known[$0.name] != $0.value })),
    ]
    let absent = old.filter { !names.contains($0.name) }.map { JSONValue.string($0.name) }
    if !absent.isEmpty { result.append(JSONMember("absent", .array(absent))) }
    return .object(result)
  }
}
