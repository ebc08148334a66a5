import Foundation
import TestSupport

/// The package description that SwiftPM reads from Package.swift.
struct Manifest: Decodable, Sendable {
  struct Target: Decodable, Sendable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]

    /// Whether the target is a module of the engine or the program itself.
    var isOurs: Bool {
      ["regular", "executable"].contains(type) && (path == nil || path == "Shaders" || isBelow("Sources"))
    }

    private func isBelow(_ folder: String) -> Bool { path?.hasPrefix(folder + "/") ?? false }
  }

  /// A module that a target depends on; SwiftPM writes it as `{"byName": ["Geometry", null]}`.
  struct Dependency: Decodable, Sendable {
    let name: String

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
      guard let name = kinds.values.first?.first?.text else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a dependency without a name"))
      }
      self.name = name
    }

    private struct Part: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  /// A product of the package; SwiftPM writes a library's type as `{"library": ["automatic"]}`.
  struct Product: Decodable, Sendable {
    let name: String
    let isLibrary: Bool

    private enum Key: String, CodingKey {
      case name, type, library
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      name = try values.decode(String.self, forKey: .name)
      isLibrary = try values.nestedContainer(keyedBy: Key.self, forKey: .type).contains(.library)
    }
  }

  let targets: [Target]
  let products: [Product]

  /// The manifest of this checkout, asked for once.
  static let ofCheckout = Result { try load() }

  private static func load() throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "regalia-manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A folder of its own, because the test run itself may hold the lock of .build.
    process.arguments = [
      "swift", "package", "--package-path", Fixture.checkout.path(percentEncoded: false),
      "--scratch-path", scratch.path(percentEncoded: false), "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Manifest.self, from: data)
  }
}
