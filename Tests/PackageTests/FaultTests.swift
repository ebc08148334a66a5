import Foundation
import TestSupport
import Testing

/// The short form of what `Scripts/faults` does for ten minutes.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct FaultScriptTests {
  @Test func `nothing is lost by kills, full disks, failing calls, two writers and a display that goes`()
    throws
  {
    let outcome = try Command(
      program: "/bin/bash", arguments: ["Scripts/faults", BuiltProgram.path ?? "", "--short"]
    ).run()

    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("kills: 10 tried") && outcome.output.hasSuffix("nothing lost\n"))
  }
}
