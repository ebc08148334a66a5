import Background
import Posters
import Typography

/// The templates as they are drawn, laid out beside the frame loop.
final class TemplateLayouts {
  private let worker: Worker<Scratch>
  private let mail: Mailbox<Delivery>
  private var layouts: [PosterLayout?]
  /// The number of the lines that the layouts are wanted for; what comes for earlier ones is out of date.
  private var number = 0

  private struct Delivery: Sendable {
    var number: Int
    var index: Int
    var layout: PosterLayout
  }

  /// What belongs to the thread that lays out.
  private struct Scratch {
    let typesetter = Typesetter()
    let letters = LetterCache()
  }

  /// Begins to lay out; `wake` is called on another thread when there is something to take.
  init(isImmediate: Bool, wake: @escaping @Sendable () -> Void) {
    layouts = PosterTemplate.all.map { _ in nil }
    mail = Mailbox(wake: wake)
    worker = Worker(name: "templates", isImmediate: isImmediate, patience: 10) { Scratch() }
    show(lines: nil)
  }

  /// Lays all templates out anew, with lines of a person or with their own.
  func show(lines: [Poster.Line]?) {
    number += 1
    let (number, mail) = (number, mail)
    for (index, template) in PosterTemplate.all.enumerated() {
      worker.run { scratch in
        guard let poster = try? template.poster(lines: lines) else { return }
        let layout = PosterLayout(poster, typesetter: scratch.typesetter, cache: scratch.letters)
        mail.send(Delivery(number: number, index: index, layout: layout))
      }
    }
  }

  subscript(index: Int) -> PosterLayout? { layouts[index] }

  /// Takes what has been laid out; returns whether there was anything.
  func receive() -> Bool {
    let news = mail.takeAll().filter { $0.number == number }
    for delivery in news { layouts[delivery.index] = delivery.layout }
    return !news.isEmpty
  }
}
