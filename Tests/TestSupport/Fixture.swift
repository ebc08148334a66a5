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

  /// The top folder of the checkout that these tests were built from.
  public static var checkout: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
