import Localization
import Workers
import ColorManagement
import Windowing
import Exchange

/// The transforms from sRGB to the monitors' colours, updated when profiles change.
package final class MonitorColors {
  private var mappings = Mappings()
  private let mail: Mailbox<Mappings>
  private let profiles: MonitorProfiles

  /// The transforms for the known profiles; sRGB and damaged profiles have none.
  private struct Mappings: Sendable {
    private var named: [String: DisplayTransform?] = [:]
    private var numbered: [Int: DisplayTransform] = [:]

    var isEmpty: Bool { named.isEmpty && numbered.isEmpty }

    init() {}

    init(_ found: MonitorProfiles.Found) {
      var known: [[UInt8]: DisplayTransform?] = [:]
      func mapping(_ bytes: [UInt8]) -> DisplayTransform? {
        if let known = known[bytes] { return known }
        let mapping = (try? DisplayProfile(bytes: bytes)).flatMap { try? DisplayTransform($0) }
        known[bytes] = .some(mapping)
        return mapping
      }
      named = found.named.mapValues(mapping)
      numbered = found.numbered.compactMapValues(mapping)
    }

    /// Returns the transform for a monitor, by its name if that is known, else by its number.
    func mapping(ofMonitor number: Int, named name: String) -> DisplayTransform? {
      if let mapping = named[name] { return mapping }
      return numbered[number]
    }
  }

  init(wake: @escaping @Sendable () -> Void) {
    let mail = Mailbox<Mappings>(wake: wake)
    self.mail = mail
    profiles = MonitorProfiles { mail.send(Mappings($0)) }
  }

  /// Receives updated profiles.
  func receive() {
    if let latest = mail.takeAll().last { mappings = latest }
  }

  /// Returns the transform for a window's monitor; nil sends colours unchanged.
  func mapping(for window: Window) -> DisplayTransform? {
    guard !mappings.isEmpty, let monitor = window.monitor else { return nil }
    let monitors = window.loop.monitors
    let number = monitors.firstIndex { $0.name == monitor.name && $0.origin == monitor.origin } ?? 0
    return mappings.mapping(ofMonitor: number, named: monitor.name)
  }

  /// Returns a description of a monitor's colour profile for bug reports.
  package static func words(ofMonitor number: Int, named name: String, _ found: MonitorProfiles.Found)
    -> String
  {
    guard let (bytes, source) = found.profile(ofMonitor: number, named: name) else {
      return Message("none; treated as sRGB").english
    }
    do {
      let profile = try DisplayProfile(bytes: bytes)
      guard let mapping = try DisplayTransform(profile) else {
        return Message("{profile} ({source}), same as sRGB", ["profile": profile.name, "source": source])
          .english
      }
      let way =
        switch mapping.kind {
        case .matrix: Message("by primaries and curves").english
        case .cube(let side): Message("by a table of {side}³", ["side": String(side)]).english
        }
      return "\(profile.name) (\(source)), \(way)"
    } catch {
      return Message("not used: {reason} ({source})", ["source": source], parts: ["reason": Message(error)])
        .english
    }
  }
}
