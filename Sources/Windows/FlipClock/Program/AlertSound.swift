import Workers
import Files
import Terminal

/// A gentle sound from the desktop's sound theme; silence without one.
struct AlertSound: Sendable {
  /// A program that plays a sound, with its arguments.
  struct Player: Hashable, Sendable {
    let program: String
    let arguments: [String]
  }

  private let worker = Worker(name: "sound")

  init() {}

  /// The names of the sound for a completed task, the best first.
  private static let names = ["complete", "alarm-clock-elapsed", "bell"]

  /// The sound folders of the fallback theme.
  private static let folders = ["/usr/local/share/sounds", "/usr/share/sounds"].map {
    $0 + "/freedesktop/stereo"
  }

  /// Returns a player of the sound; nil if none is available.
  ///
  /// `canberra-gtk-play` uses the person's theme; `pw-play` and `paplay` play a file of the fallback theme.
  static func player(
    find: (String) -> String?, exists: (String) -> Bool = { SmallFile(path: $0).exists }
  ) -> Player? {
    if let program = find("canberra-gtk-play") {
      // Untranslated: sound servers show it nowhere.
      return Player(program: program, arguments: ["-i", names[0], "-d", "Time is up"])
    }
    let files = names.flatMap { name in folders.map { "\($0)/\(name).oga" } }
    guard let file = files.first(where: exists) else { return nil }
    return ["pw-play", "paplay"].lazy.compactMap(find).first.map { Player(program: $0, arguments: [file]) }
  }

  /// Plays the sound once, on its own thread; errors are ignored.
  func play() {
    worker.run {
      guard let player = Self.player(find: ChildProgram.find) else { return }
      _ = try? ChildProgram.output(of: player.program, player.arguments)
    }
  }
}
