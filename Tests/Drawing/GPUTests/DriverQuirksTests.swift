import Testing

@testable import GPU

@Suite struct DriverQuirksTests {
  @Test(
    arguments: [
      ("llvmpipe (LLVM 15.0.6, 256 bits)", true, 4), ("softpipe", true, nil),
      ("Google SwiftShader", true, nil),
      ("NVIDIA H100 80GB HBM3/PCIe/SSE2", false, nil),
      ("AMD Radeon Graphics (raven, LLVM 15.0.6)", false, nil),
    ] as [(String, Bool, Int?)])
  func `a driver that draws with the processor is told by its name`(
    renderer: String, drawsWithProcessor: Bool, passes: Int?
  ) {
    let quirks = DriverQuirks(renderer: renderer)

    #expect(quirks.drawsWithProcessor == drawsWithProcessor)
    #expect(quirks.passesBeforeWaiting == passes)
  }
}
