extension Poster {
  /// The schema of the documents, in the JSON Schema language of 2020-12.
  public static var jsonSchema: String {
    String(decoding: PackageResources.poster_schema_json, as: UTF8.self)
  }
}
