import Foundation

/// A file of expected values that is kept beside the tests.
public enum Fixture {
  /// Returns the bytes of a file in `Tests/Fixtures`.
  public static func data(_ name: String) throws -> Data {
    try Data(contentsOf: checkout.appending(path: "Tests/Fixtures/\(name)"))
  }

  /// Decodes a JSON file in `Tests/Fixtures`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from name: String) throws -> Value {
    try JSONDecoder().decode(type, from: data(name))
  }

  /// Returns the folder of a module's sources, which lies in that of its layer.
  public static func sources(of module: String) throws -> URL {
    let sources = checkout.appending(path: "Sources")
    let layers = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
    let places = layers.map { sources.appending(path: "\($0)/\(module)") }
    return places.first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
      ?? sources.appending(path: module)
  }

  /// The top folder of the checkout that these tests were built from.
  public static var checkout: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
