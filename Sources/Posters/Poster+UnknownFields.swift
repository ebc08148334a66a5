import Text

extension Poster {
  /// A warning for each field of the document that nothing reads: it is kept, but a misspelt one would otherwise
  /// pass for an absent one.
  ///
  /// Names that begin with a dollar or with `x-` are notes of other programs, and nobody's mistake.
  public var unknownFieldWarnings: [PosterWarning] {
    var warnings: [PosterWarning] = []
    func look(at unknown: [JSONMember], in path: String, among known: [String]) {
      for member in unknown where !member.name.hasPrefix("$") && !member.name.hasPrefix("x-") {
        func field(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        let meant = Spelling.nearest(to: member.name, among: known)
        warnings.append(.unknownField(field(member.name), meant: meant))
      }
    }
    look(at: unknownFields.document, in: "", among: members.map(\.name))
    look(at: unknownFields.page, in: "page", among: page.members.map(\.name))
    look(
      at: unknownFields.background, in: "background", among: background.members.map(\.name) + ["crop"])
    switch background {
    case .color: break
    case .linear(let stops, _, _), .radial(let stops, _, _):
      for (index, stop) in stops.enumerated() {
        look(at: stop.unknownFields, in: "background.stops[\(index)]", among: ["color", "at"])
      }
    case .picture(let picture):
      look(
        at: picture.unknownCropFields, in: "background.crop",
        among: picture.crop?.members.map(\.name) ?? [])
    }
    look(at: unknownFields.emblem, in: "emblem", among: emblem.members.map(\.name))
    look(at: unknownFields.lettering, in: "lettering", among: lettering.members.map(\.name))
    for (index, line) in lines.enumerated() {
      look(at: line.unknownFields, in: "lines[\(index)]", among: line.members.map(\.name))
    }
    return warnings
  }
}
