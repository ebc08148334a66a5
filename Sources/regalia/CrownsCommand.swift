import ArgumentParser

struct CrownsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowns",
    abstract: "Look through crowns.",
    subcommands: [CrownsBrowseCommand.self],
    defaultSubcommand: CrownsBrowseCommand.self)
}
