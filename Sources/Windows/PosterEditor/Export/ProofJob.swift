import Workers
import ColorManagement
import Colors
import Geometry
import Posters
import Publishing
import Scene

/// Finds the presses that are installed, and proofs a poster for one of them, beside the frame loop.
final class ProofJob {
  enum Message: Sendable {
    /// The names of the presses that are installed, the usual one first.
    case presses([String])
    /// What a sheet looks like on paper, with marks on what the press cannot show.
    case proof(Proof)
  }

  struct Proof: Sendable {
    /// What was proofed; a proof that comes late may be of something else.
    let request: Request
    let picture: SharedBitmap?
    /// What is to be said of it.
    let words: String
  }

  /// What is proofed: a layout on a sheet, for the press of this name or the usual one without, so many pixels large.
  struct Request: Hashable, Sendable {
    var layout: PosterLayout
    var bleed: Double
    var press: String?
    var size: PixelSize
  }

  /// What belongs to the thread: profiles take time to read.
  private final class State {
    var profiles: InstalledProfiles?
    var proofers: [String: PrintProofer] = [:]
  }

  private let mail: Mailbox<Message>
  private let worker: Worker<State>

  init(_ work: WorkGroup) {
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "proof", in: work) { State() }
  }

  func take() -> [Message] { mail.takeAll() }

  /// Looks for presses.
  func findPresses() {
    worker.run { [mail] state in
      let profiles = state.profiles ?? InstalledProfiles()
      state.profiles = profiles
      mail.send(.presses(profiles.entries.map(\.profile.name)))
    }
  }

  /// Proofs a poster; of several requests that wait only the last counts, which whoever asks has to see to.
  func proof(_ request: Request) {
    worker.run { [mail] state in
      do {
        let profiles = state.profiles ?? InstalledProfiles()
        state.profiles = profiles
        let profile = try profiles.profile(named: request.press)
        let proofer = try state.proofers[profile.name] ?? PrintProofer(profile)
        state.proofers[profile.name] = proofer
        guard let bitmap = request.layout.bitmap(bleed: request.bleed, size: request.size) else { return }
        let proof = proofer.proof(of: bitmap)
        mail.send(
          .proof(
            Proof(
              request: request, picture: SharedBitmap(proof.marked),
              words: Self.words(for: proof.share, on: profile.name))))
      } catch {
        mail.send(.proof(Proof(request: request, picture: nil, words: "\(error)")))
      }
    }
  }

  static func words(for share: Double, on press: String) -> String {
    guard share > 0 else { return "All of the page can be printed on “\(press)”" }
    let percent = share < 0.01 ? "Less than 1 %" : "\(Int((share * 100).rounded())) %"
    return "\(percent) of the page cannot be printed on “\(press)”; it is striped, and becomes duller"
  }

  /// Waits until what was asked for is done.
  func finish() { worker.finish() }
}

extension PrintProof {
  /// The picture with stripes, light beside dark so that they are seen on any ground, over what the press cannot show.
  var marked: Bitmap {
    var bitmap = picture
    let width = bitmap.size.width
    for (index, isOut) in isOutOfGamut.enumerated() where isOut {
      let place = (index % width + index / width) % 10
      guard place < 4 else { continue }
      let value: UInt8 = place < 2 ? 0xff : 0x1b
      for channel in 0..<3 { bitmap.bytes[4 * index + channel] = value }
    }
    return bitmap
  }
}
