import Files
public import Localization
package import Posters
public import Text

/// A row that cannot become a poster, and why.
public struct MergeFault: LocalizableError, Hashable {
  /// The number of the row, from 1.
  public let row: Int
  /// The line of the table where the row begins.
  public let line: Int
  /// The columns of the value, if it is one.
  public let columns: [String]
  /// The fault and, where there is one, the remedy, without the place.
  public let reason: Message

  /// The columns in words; nil without one.
  public var columnNames: String? { columns.isEmpty ? nil : columns.joined(separator: ", ") }

  /// The place, the fault and the remedy.
  public var message: Message {
    guard let columnNames else {
      return Message("row {row}: {fault}", ["row": String(row)], parts: ["fault": reason])
    }
    return columns.count == 1
      ? Message(
        "row {row}, column {column}: {fault}", ["row": String(row), "column": columnNames],
        parts: ["fault": reason])
      : Message(
        "row {row}, columns {columns}: {fault}", ["row": String(row), "columns": columnNames],
        parts: ["fault": reason])
  }
}

/// A template, a table, and the column that each placeholder takes: a poster for each row.
public struct Merge: Sendable {
  /// The poster with placeholders.
  public let template: MergeTemplate
  /// The table whose rows become posters.
  public let table: DataTable
  /// The columns of placeholders that are not called like their column, by the placeholders' names.
  public let mapping: [String: String]

  /// Creates a merge; a placeholder without an entry in `mapping` takes the column of its name.
  public init(_ template: MergeTemplate, _ table: DataTable, mapping: [String: String] = [:]) {
    (self.template, self.table, self.mapping) = (template, table, mapping)
  }

  /// The largest size of a table, in bytes.
  public static let largestTable = 256 << 20

  /// The endings of files that are taken for tables.
  package static let fileEndings = ["csv", "tsv", "tab", "txt", "jsonl", "ndjson"]

  /// Returns the first of some files that is taken for a table, by its name.
  package static func table(among paths: [String]) -> String? {
    paths.first { fileEndings.contains(FilePath($0).formatEnding) }
  }

  /// The name of the placeholder that stands for the number of the row.
  package static let rowName = "row"

  /// The names that placeholders may have: the columns, the mapped names, and `row`.
  package var names: [String] {
    table.columns + mapping.keys.filter { !table.columns.contains($0) }.sorted()
      + (table.columns.contains(Self.rowName) ? [] : [Self.rowName])
  }

  /// Returns the name of a placeholder, or nil if it has no column.
  package func column(of placeholder: Placeholder) -> String? {
    let name = placeholder.resolved(among: names).name
    return names.contains(name) ? mapping[name] ?? name : nil
  }

  /// Returns the values of a row, by the names of placeholders.
  package func values(ofRow index: Int) throws(MergeFault) -> [String: String] {
    do throws(DataTable.Fault) {
      let values = [Self.rowName: String(index + 1)].merging(try table.row(index).values) { $1 }
      return values.merging(mapping.compactMapValues { values[$0] }) { $1 }
    } catch {
      throw MergeFault(
        row: index + 1, line: error.line, columns: error.column.map { [$0] } ?? [], reason: error.reason)
    }
  }

  /// Returns the poster of a row.
  package func poster(ofRow index: Int, by filler: MergeFiller) throws(MergeFault) -> Poster {
    let values = try values(ofRow: index)
    do throws(MergeFiller.Fault) {
      return try filler.poster(with: values)
    } catch {
      throw fault(ofRow: index, error.reason, columns: error.columns.map { mapping[$0] ?? $0 })
    }
  }

  /// Returns a fault of a row.
  package func fault(ofRow index: Int, _ reason: Message, columns: [String] = []) -> MergeFault {
    MergeFault(row: index + 1, line: table.line(ofRow: index), columns: columns, reason: reason)
  }

  /// Throws for a placeholder of the template or of `pattern`, the name of the files, that has no column.
  package func check(pattern: String = "") throws(PosterBatch.Refusal) {
    guard table.count > 0 else {
      throw PosterBatch.Refusal(
        Message("the table has no rows below the names of its columns; nothing was made"))
    }
    for (name, column) in mapping.sorted(by: { $0.key < $1.key }) where !table.columns.contains(column) {
      throw refusal(of: column, in: "--map \(name)=\(column)")
    }
    for placeholder in TextTemplate.placeholders(in: pattern) where column(of: placeholder) == nil {
      throw refusal(of: placeholder.name, in: pattern)
    }
    for field in template.fields {
      for placeholder in field.placeholders where column(of: placeholder) == nil {
        throw refusal(of: placeholder.name, in: field.path)
      }
    }
  }

  private func refusal(of name: String, in place: String) -> PosterBatch.Refusal {
    let names = names.map { "{\($0)}" }.joined(separator: ", ")
    return PosterBatch.Refusal(
      Message(
        "{place}: the table has no column {name}; there are {names}",
        ["place": place, "name": "{\(name)}", "names": names]))
  }
}
