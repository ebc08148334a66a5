import TestSupport

/// The values of `springs.json`, computed at 80 digits.
struct SpringReference: Decodable {
  struct Case: Decodable {
    let spring: String
    let mass: Double, stiffness: Double, damping: Double
    let v0: Double, t: Double, x: Double, v: Double
  }
  struct Settling: Decodable {
    let spring: String
    let mass: Double, stiffness: Double, damping: Double
    let v0: Double, epsilon: Double, settlingTime: Double
  }
  struct Retarget: Decodable {
    struct Sample: Decodable { let t: Double, x: Double, v: Double }
    let spring: String
    let mass: Double, stiffness: Double, damping: Double
    let x0: Double, v0: Double
    let events: [[Double]]
    let samples: [Sample]
  }
  struct Bounce: Decodable {
    let duration: Double, bounce: Double, stiffness: Double, damping: Double, zeta: Double
  }
  struct Mapping: Decodable {
    let duration: Double, dampingRatio: Double, velocity: Double
    let omega: Double, stiffness: Double, damping: Double
  }
  struct Anchor: Decodable {
    let mass: Double?, stiffness: Double?, damping: Double?, v0: Double?
    let settlingDuration: Double?
    let source: String?
  }
  let cases: [Case]
  let settling: [Settling]
  let retarget: [Retarget]
  let durationBounce: [Bounce]
  let uikitMapping: [Mapping]
  let appleAnchors: [Anchor]

  static func load() throws -> SpringReference {
    try Fixture.decode(SpringReference.self, from: "springs.json")
  }
}
