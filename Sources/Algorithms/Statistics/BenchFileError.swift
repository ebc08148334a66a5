/// A file of measurements that cannot be understood: where, and why.
public struct BenchFileError: Error, Hashable, CustomStringConvertible {
  /// The file's name in messages.
  public let file: String
  /// The line or the field, or nothing when it is the file as a whole.
  public let place: String
  /// The fault, in words for a person.
  public let reason: String

  public var description: String { place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)" }
}
