import Bus
import Testing

@testable import Publishing

@Suite struct PrintPortalTests {
  @Test func `a token is a number as the portal's interface has it`() {
    #expect(PrintPortal.token(in: .options(["token": .uint32(7)])) == 7)
    for token: BusValue in [.int64(-7), .double(7), .string("7"), .boolean(true), .uint64(.max)] {
      #expect(PrintPortal.token(in: .options(["token": token])) == nil)
    }
  }
}
