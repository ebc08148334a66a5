// Untranslated file: names of D-Bus interfaces and their members.

import Workers
import Synchronization

/// Keeps the display awake by asking the desktop; without a service for that it does nothing.
package final class DisplayWakeLock: Sendable {
  /// A granted request, for releasing it.
  private enum Grant {
    case portal(handle: String)
    case screenSaver(cookie: UInt32)
  }

  private struct State {
    var isWanted = false
    var isWorking = false
    var grant: Grant?
  }

  private let state = Mutex(State())
  // The connection stays open: the desktop releases what it granted when the asker's connection closes.
  private let asker = Worker<BusConnection?>(name: "wake lock") { BusConnection.session() }

  private let program: BusValue
  private let reason: BusValue

  /// Creates an unset lock with the name of the program and its reason for setting it.
  package init(program: String, reason: String) {
    (self.program, self.reason) = (.string(program), .string(reason))
  }

  /// Asks the desktop to keep the display on, or releases that. The request runs on its own thread.
  package func set(_ isWanted: Bool) {
    let mustWork = state.withLock { state in
      guard state.isWanted != isWanted else { return false }
      state.isWanted = isWanted
      guard !state.isWorking else { return false }
      state.isWorking = true
      return true
    }
    guard mustWork else { return }
    asker.run { [self] bus in work(bus) }
  }

  /// Sends requests to the desktop until its state is the wanted one.
  private func work(_ bus: BusConnection?) {
    guard let bus else { return state.withLock { $0.isWorking = false } }
    while true {
      let task: (isWanted: Bool, grant: Grant?)? = state.withLock { state in
        if state.isWanted == (state.grant != nil) {
          state.isWorking = false
          return nil
        }
        return (state.isWanted, state.grant)
      }
      guard let task else { return }
      if let grant = task.grant {
        release(grant, bus)
        state.withLock { $0.grant = nil }
      } else if let grant = ask(bus) {
        state.withLock { $0.grant = grant }
      } else {
        return state.withLock { $0.isWorking = false }
      }
    }
  }

  private static let screenSaver = BusConnection.Target(
    "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver")

  private func ask(_ bus: BusConnection) -> Grant? {
    // 8 inhibits the session from becoming idle.
    let wanted: [BusValue] = [.string(""), .uint32(8), .options(["reason": reason])]
    if let answer = bus.ask(Portal.target("Inhibit"), "Inhibit", wanted, within: 1) {
      return answer.first?.objectPath.map { .portal(handle: $0) }
    }
    let answer = bus.ask(Self.screenSaver, "Inhibit", [program, reason], within: 1)
    return answer?.first?.integer.flatMap { UInt32(exactly: $0) }.map { .screenSaver(cookie: $0) }
  }

  private func release(_ grant: Grant, _ bus: BusConnection) {
    switch grant {
    case .portal(let handle):
      let request = BusConnection.Target(Portal.name, handle, "org.freedesktop.portal.Request")
      _ = bus.ask(request, "Close", within: 1)
    case .screenSaver(let cookie):
      _ = bus.ask(Self.screenSaver, "UnInhibit", [.uint32(cookie)], within: 1)
    }
  }
}
