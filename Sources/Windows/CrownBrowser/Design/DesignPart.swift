import Heraldry

/// A part of a crown that can be chosen: what it is called, and what a design becomes by each choice that the rules of its
/// family allow.
struct DesignPart {
  /// One choice.
  struct Way {
    let title: String
    let isChosen: Bool
    /// Returns the design with it.
    let design: () -> CrownDesign
  }

  let caption: String
  /// What assistive tools call it.
  let label: String
  /// What `CrownDesign.idleOptions` calls it; nil for what always changes something.
  let option: String?
  /// Whether it is chosen along a line, in order.
  var isStepped = false
  /// Whether the number that is chosen stands beside the caption.
  var showsNumber = false
  let ways: (CrownDesign) -> [Way]

  /// All parts, in the order in which they are chosen.
  static var all: [DesignPart] {
    [
      DesignPart(caption: "Family", label: "Family", option: nil) { design in
        CrownFamily.allCases.map { family in
          Way(title: family.title, isChosen: family == design.family) {
            CrownDesign(fitting: family, stature: design.stature, spread: design.spread)
          }
        }
      },
      part("Form", option: "form", \.forms, \.form, { $0.rawValue }) { $0.with(form: $1) },
      number("Points", option: "points", \.points, \.points) { $0.with(points: $1) },
      part("On them", label: "On the points", option: "finial", \.finials, \.finial, { $0.words.plural }) {
        $0.with(finial: $1)
      },
      DesignPart(caption: "Between", label: "Between", option: "between") { design in
        let rules = design.family.rules
        return ways(
          (rules.betweenIsUsual ? [] : [nil]) + rules.between.map(Optional.some), design.between,
          { $0?.words.plural ?? "nothing" }
        ) { design.with(between: .some($0)) }
      },
      number("Arches", option: "arches", \.arches, \.arches) { $0.with(arches: $1) },
      part(
        "Arch form", label: "Form of the arches", option: "arch form", \.archForms, \.archForm,
        { $0.rawValue }
      ) { $0.with(archForm: $1) },
      part(
        "Along it", label: "Along the arches", option: "arch trim", \.archTrims, \.archTrim, { $0.rawValue }
      ) { $0.with(archTrim: $1) },
      part("Circlet", option: "circlet", \.circlets, \.circlet, { $0.word }) { $0.with(circlet: $1) },
      part("Cap", option: "cap", \.caps, \.cap, { $0 == .open ? "none" : $0.rawValue }) { $0.with(cap: $1) },
      DesignPart(caption: "On top", label: "On top", option: "top") { design in
        ways(design.family.rules.tops, design.top, { $0.words.singular }) { design.with(top: $0) }
      },
      DesignPart(caption: "Height", label: "Height", option: nil, isStepped: true) { design in
        ways([.low, .middle, .tall], design.stature, { $0.rawValue }) { design.with(stature: $0) }
      },
      DesignPart(caption: "Opening", label: "Opening", option: nil, isStepped: true) { design in
        ways([.straight, .open, .wide], design.spread, { $0.rawValue }) { design.with(spread: $0) }
      },
    ]
  }

  /// Makes a part that has a value of each family's list.
  private static func part<Value: Equatable>(
    _ caption: String, label: String? = nil, option: String,
    _ allowed: @escaping (FamilyRules) -> [Value], _ current: @escaping (CrownDesign) -> Value,
    _ words: @escaping (Value) -> String, _ change: @escaping (CrownDesign, Value) -> CrownDesign
  ) -> DesignPart {
    DesignPart(caption: caption, label: label ?? caption, option: option) { design in
      ways(allowed(design.family.rules), current(design), words) { change(design, $0) }
    }
  }

  /// Makes a part that is a number of each family's list.
  private static func number(
    _ caption: String, option: String, _ allowed: @escaping (FamilyRules) -> [Int],
    _ current: @escaping (CrownDesign) -> Int, _ change: @escaping (CrownDesign, Int) -> CrownDesign
  ) -> DesignPart {
    DesignPart(caption: caption, label: caption, option: option, isStepped: true, showsNumber: true) {
      design in
      ways(allowed(design.family.rules).sorted(), current(design), { "\($0)" }) { change(design, $0) }
    }
  }

  private static func ways<Value: Equatable>(
    _ values: [Value], _ current: Value?, _ words: (Value) -> String,
    _ change: @escaping (Value) -> CrownDesign
  ) -> [Way] {
    values.map { value in
      let words = words(value)
      return Way(
        title: words.prefix(1).uppercased() + words.dropFirst(), isChosen: value == current
      ) { change(value) }
    }
  }
}
