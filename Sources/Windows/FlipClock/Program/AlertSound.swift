import Workers
import Files
import Terminal

/// A gentle sound of the desktop's sound theme; where there is none, silence.
struct AlertSound: Sendable {
  /// What plays a sound: a program, and what it is told.
  struct Player: Hashable, Sendable {
    let program: String
    let arguments: [String]
  }

  private let worker = Worker(name: "sound")

  init() {}

  /// The names of the sound for something that has come to its end, the best first.
  private static let names = ["complete", "alarm-clock-elapsed", "bell"]

  /// The folders of sounds of the theme that every other one falls back to.
  private static let folders = ["/usr/local/share/sounds", "/usr/share/sounds"].map {
    $0 + "/freedesktop/stereo"
  }

  /// Returns what plays the sound; nil where nothing can.
  ///
  /// `canberra-gtk-play` knows the person's theme; `pw-play` and `paplay` play a file of the common one.
  static func player(
    find: (String) -> String?, exists: (String) -> Bool = { SmallFile(path: $0).exists }
  ) -> Player? {
    if let program = find("canberra-gtk-play") {
      return Player(program: program, arguments: ["-i", names[0], "-d", "Time is up"])
    }
    let files = names.flatMap { name in folders.map { "\($0)/\(name).oga" } }
    guard let file = files.first(where: exists) else { return nil }
    return ["pw-play", "paplay"].lazy.compactMap(find).first.map { Player(program: $0, arguments: [file]) }
  }

  /// Plays the sound once, on a thread of its own; a fault in it is none of the person's.
  func play() {
    worker.run {
      guard let player = Self.player(find: ChildProgram.find) else { return }
      _ = try? ChildProgram.output(of: player.program, player.arguments)
    }
  }
}
