import Bus
import Controls
import Files
import Foundation
import Testing

@testable import Application

@Suite struct WindowLookTests {
  /// A configuration folder for one test.
  private let config = NSTemporaryDirectory() + "regalia-look-\(UUID())"

  private var folders: UserFolders {
    UserFolders { [config] in $0 == "XDG_CONFIG_HOME" ? config : nil }
  }

  /// Returns the `isDark` values of all pending changes.
  private func changes(in look: inout WindowLook) -> [Bool?] {
    var all: [Bool?] = []
    while let change = look.takeChange() { all.append(change.isDark) }
    return all
  }

  @Test func `a change comes once, and only where windows look different`() {
    defer { try? FileManager.default.removeItem(atPath: config) }
    var look = WindowLook(folders: folders, followsDesktop: false)
    let first = look.ofNewWindow(isFirst: true)
    #expect(first == DesktopSettings.Preferences())
    #expect(changes(in: &look) == [])

    var dark = Preferences()
    dark.appearance = .dark
    _ = look.set(dark)
    // A window that opens in between changes with the others.
    let second = look.ofNewWindow(isFirst: false)
    #expect(second == first)
    #expect(changes(in: &look) == [true])
    _ = look.set(dark)
    #expect(changes(in: &look) == [])
    let third = look.ofNewWindow(isFirst: false)
    #expect(third.isDark == true)
  }

  @Test func `what a person has set is there the next time`() {
    defer { try? FileManager.default.removeItem(atPath: config) }
    var look = WindowLook(folders: folders, followsDesktop: false)
    var preferences = Preferences()
    preferences.hasHighContrast = true
    let isSaved = look.set(preferences)
    #expect(isSaved)

    let later = WindowLook(folders: folders, followsDesktop: false)
    #expect(later.preferences == preferences && later.current.hasHighContrast == true)
  }

  @Test func `a look that cannot be kept holds all the same`() {
    var look = WindowLook(folders: UserFolders { _ in nil }, followsDesktop: false)
    var preferences = Preferences()
    preferences.reducesMotion = true

    let isSaved = look.set(preferences)
    #expect(!isSaved)
    let change = look.takeChange()
    #expect(change?.reducesMotion == true)
  }
}
