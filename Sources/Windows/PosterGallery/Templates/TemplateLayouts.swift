import Publishing
import Workers
import Posters
import Application
import Typography

/// The posters that templates make, laid out beside the frame loop.
final class TemplateLayouts {
  /// What a template makes.
  struct Made: Sendable {
    let poster: Poster
    let layout: PosterLayout
  }

  /// The language that new posters are in.
  private let language: String?
  private let worker: Worker<Scratch>
  private let mail: Mailbox<Delivery>
  private var made: [Delivery?]
  /// The number of the lines that the layouts are wanted for; what comes for earlier ones is out of date.
  private var number = 0

  private struct Delivery: Sendable {
    let number: Int
    let index: Int
    let result: Result<Made, any Error>
  }

  /// What belongs to the thread that lays out.
  private struct Scratch {
    let typesetter = Typesetter()
    let letters = LetterCache()
  }

  /// Begins to lay out.
  init(_ environment: WindowEnvironment) {
    language = environment.interface.language.locale?.tag
    made = PosterTemplate.all.map { _ in nil }
    mail = Mailbox(wake: environment.wake)
    worker = Worker(name: "templates", in: environment.work, patience: 10) { Scratch() }
    show(lines: nil)
  }

  /// Lays all templates out anew, with lines of a person or with their own.
  func show(lines: [Poster.Line]?) {
    number += 1
    let (number, language, mail) = (number, language, mail)
    for (index, template) in PosterTemplate.all.enumerated() {
      worker.run { scratch in
        let result = Result {
          let poster = try template.poster(lines: lines, language: language)
          return Made(
            poster: poster,
            layout: PosterLayout(poster, typesetter: scratch.typesetter, cache: scratch.letters))
        }
        mail.send(Delivery(number: number, index: index, result: result))
      }
    }
  }

  /// Returns how a template is drawn, perhaps with lines that it had before; nil as long as that is not known.
  subscript(index: Int) -> PosterLayout? { made[index].flatMap { try? $0.result.get().layout } }

  /// Returns the poster that a template makes of the lines that are wanted, or why there is none; nil as long as that is not
  /// known.
  func poster(at index: Int) -> Result<Poster, any Error>? {
    guard let known = made[index], known.number == number else { return nil }
    return known.result.map(\.poster)
  }

  /// Takes what has been laid out; returns whether there was anything.
  @discardableResult func receive() -> Bool {
    let news = mail.takeAll().filter { $0.number == number }
    for delivery in news { made[delivery.index] = delivery }
    return !news.isEmpty
  }
}
