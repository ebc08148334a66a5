import Text

/// Returns the sum of a column of a table, as an object of JSON on one line.
func sum(of column: String, in csv: String) throws(DataTable.Fault) -> String {
  let table = try DataTable(Array(csv.utf8))
  var sum = 0.0
  for index in 0..<table.count {
    if let number = try Double(table.row(index).values[column] ?? "") { sum += number }
  }

  let report: JSONValue = ["column": .string(column), "sum": .number(sum)]
  return report.line
}
