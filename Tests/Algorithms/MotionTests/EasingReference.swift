import TestSupport

/// The values of `easing.json`, computed at 60 digits.
struct EasingReference: Decodable {
  struct Point: Decodable {
    let curve: String
    let p: [Double]
    let x: Double, y: Double
  }
  struct Step: Decodable {
    let n: Int
    let position: String
    let x: Double, y: Double
    let before: Bool
  }
  struct Piece: Decodable {
    let function: String
    let x: Double, y: Double
  }
  struct Equality: Decodable {
    let function: String
    let rows: [[Double]]?
    let equals: String?
    let at: [Double]?
  }
  struct Equalities: Decodable { let tests: [Equality] }
  let cubicBezier: [Point]
  let cubicBezierExtrapolated: [Point]
  let steps: [Step]
  let linear: [Piece]
  let wptLinear: Equalities

  static func load() throws -> EasingReference {
    try Fixture.decode(EasingReference.self, from: "easing.json")
  }
}
