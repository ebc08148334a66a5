import ArgumentParser
import Posters
import Terminal

struct PosterSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of poster documents.",
    discussion: """
      Example:
        regalia poster schema > poster.schema.json
      """)

  func run() throws {
    var schema = Poster.jsonSchema
    while schema.hasSuffix("\n") { schema.removeLast() }
    try StandardOutput.print(schema)
  }
}
