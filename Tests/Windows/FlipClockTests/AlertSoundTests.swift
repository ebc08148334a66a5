import Testing

@testable import FlipClock

@Suite struct AlertSoundTests {
  private let theme = "/usr/share/sounds/freedesktop/stereo/complete.oga"

  private func find(_ programs: String...) -> (String) -> String? {
    { programs.contains($0) ? "/usr/bin/\($0)" : nil }
  }

  @Test func `the person's theme goes first, then a file of the common one`() {
    let all = AlertSound.player(find: find("pw-play", "canberra-gtk-play"), exists: { _ in true })
    #expect(all?.program == "/usr/bin/canberra-gtk-play" && all?.arguments.prefix(2) == ["-i", "complete"])

    let file = AlertSound.player(find: find("paplay", "pw-play"), exists: { $0 == theme })
    #expect(file == AlertSound.player(find: find("pw-play"), exists: { $0 == theme }))
    #expect(file?.program == "/usr/bin/pw-play" && file?.arguments == [theme])
  }

  @Test func `without a program or without a sound there is silence`() {
    #expect(AlertSound.player(find: find(), exists: { _ in true }) == nil)
    #expect(AlertSound.player(find: find("pw-play"), exists: { _ in false }) == nil)
  }
}
