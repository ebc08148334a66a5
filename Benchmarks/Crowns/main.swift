import Foundation

/// Measures the cost of drawing a thousand crowns, and the accuracy of the pixels.
///
/// `CrownBenchmark [frames|zoom|start|pop]… [--frames] [--crowns FILE] [errors FOLDER]`: FOLDER has the reference icons,
/// FILE keeps the imported crowns from one run to the next.
let arguments = CommandLine.arguments.dropFirst()
let parts = arguments.filter { ["frames", "zoom", "start", "pop"].contains($0) }
func isWanted(_ part: String) -> Bool {
  parts.contains(part) || (parts.isEmpty && !arguments.contains("errors"))
}

if let place = arguments.firstIndex(of: "errors"), place + 1 < arguments.endIndex {
  try measureErrors(in: arguments[place + 1])
}
if !parts.isEmpty || !arguments.contains("errors") {
  let file = arguments.firstIndex(of: "--crowns").flatMap {
    arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil
  }
  let crowns = try Crown.some(1000, keptIn: file)
  print("\(crowns.count) crowns, \(crowns.reduce(0) { $0 + $1.code.count } / crowns.count) bytes each")
  if isWanted("start") { try measureColdStart(crowns) }
  if isWanted("frames") { try measureFrames(crowns) }
  if isWanted("zoom") { try measureZoom(crowns) }
  if isWanted("pop") { try measurePop(crowns) }
}
