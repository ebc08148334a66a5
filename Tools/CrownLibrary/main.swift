import Catalog
import Foundation
import Heraldry

// Writes the library of crowns that ships with the program, and the SVG files it was made of:
//
//   CrownLibrary LIBRARY [FOLDER]

let arguments = CommandLine.arguments.dropFirst()
guard let library = arguments.first, arguments.count <= 2 else {
  FileHandle.standardError.write(Data("usage: CrownLibrary LIBRARY [FOLDER]\n".utf8))
  exit(2)
}
do {
  let folder = arguments.dropFirst().first.map { URL(filePath: $0) }
  let crowns = try DrawnCrowns(CrownCatalogue.all, writingTo: folder).crowns
  try ShippedLibrary.write(crowns, to: library)
  let bytes = crowns.reduce(0) { $0 + $1.code.count }
  let segments = max(crowns.reduce(0) { $0 + $1.segments }, 1)
  print(
    "\(crowns.count) crowns, \(bytes) bytes of paths, \(segments) segments, \(bytes * 100 / segments) bytes in 100"
  )
} catch {
  FileHandle.standardError.write(Data("CrownLibrary: \(error)\n".utf8))
  exit(3)
}
