extension DecodingError {
  /// The error in words, with the field as one would write it.
  func fault(in file: String) -> BenchFileError {
    func place(_ path: [any CodingKey]) -> String {
      path.reduce(into: "") { text, key in
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += (text.isEmpty ? "" : ".") + key.stringValue
        }
      }
    }
    switch self {
    case .keyNotFound(let key, let context):
      return BenchFileError(file: file, place: place(context.codingPath + [key]), reason: "it is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return BenchFileError(
        file: file, place: place(context.codingPath), reason: "\(Self.words(type)) is expected")
    case .dataCorrupted(let context):
      let detail = context.underlyingError.map { " (\($0))" } ?? ""
      let words = context.codingPath.isEmpty ? "it is not well-formed JSON" : context.debugDescription
      return BenchFileError(file: file, place: place(context.codingPath), reason: words + detail)
    @unknown default:
      return BenchFileError(file: file, place: "", reason: "\(self)")
    }
  }

  private static func words(_ type: any Any.Type) -> String {
    switch type {
    case is Double.Type, is Int.Type, is UInt64.Type: "a number"
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is [Double].Type: "a list of numbers"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
