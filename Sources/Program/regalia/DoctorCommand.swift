import ArgumentParser
import Terminal
import Text

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Print what a report of a fault needs: versions, display, graphics, fonts, folders.")

  func run() throws {
    try StandardOutput.print(ForeignText.printableLines(Doctor.report()))
  }
}
