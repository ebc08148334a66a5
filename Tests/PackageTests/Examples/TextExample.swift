import Text

/// Returns the sum of a column of a table, as an object of JSON on one line.
func sum(of column: String, in csv: String) throws(CSVTable.Fault) -> String {
  let table = try CSVTable(Array(csv.utf8))
  let numbers = table.rows.compactMap { row in row.values[column].flatMap { Double($0) } }

  let report: JSONValue = ["column": .string(column), "sum": .number(numbers.reduce(0, +))]
  return report.line
}
