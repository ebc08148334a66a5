import ArgumentParser

struct CrownsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowns",
    abstract: "Look through crowns; find, import, draw and design them.",
    discussion: """
      The crowns that came with Regalia and those of your own library are one.

      Examples:
        regalia crowns
        regalia crowns search earl coronet
        regalia crowns render tudor.svg -o tudor.png --size 1024 --color '#c8102e'
        regalia crowns import ~/drawings --tag mine
        regalia crowns design --family earl --points 16 -o earl.svg
      """,
    subcommands: [
      CrownsBrowseCommand.self, CrownsListCommand.self, CrownsSearchCommand.self, CrownsShowCommand.self,
      CrownsImportCommand.self,
      CrownsExportCommand.self, CrownsRemoveCommand.self, CrownsStatsCommand.self, CrownsRenderCommand.self,
      CrownsDesignCommand.self,
    ], defaultSubcommand: CrownsBrowseCommand.self)
}
