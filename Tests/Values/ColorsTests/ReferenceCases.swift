import Foundation
import TestSupport

/// The cases of `colors.json`, which come from the web platform's tests, from formulas and other programs.
struct ReferenceCases {
  /// One case; `input` and `expected` are whatever its kind makes of them.
  struct Case: CustomStringConvertible {
    let id: String
    let kind: String
    let input: JSON
    let expected: JSON
    let tolerance: JSON
    let acceptsHalves: Bool

    var description: String { id }
  }

  static let all: [Case] = {
    guard let data = try? Fixture.data("colors.json"),
      let file = try? JSONDecoder().decode(JSON.self, from: data)
    else { return [] }
    return file["cases"].array.map {
      Case(
        id: $0["id"].text, kind: $0["kind"].text, input: $0["input"], expected: $0["expected"],
        tolerance: $0["tol"], acceptsHalves: $0["half_accept"] == .flag(true))
    }
  }()

  /// Returns the cases of one kind.
  static func of(_ kind: String) -> [Case] {
    all.filter { $0.kind == kind }
  }
}
