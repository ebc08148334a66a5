import PosterScene
import Posters
import Publishing

/// The pictures of the visible poster, decoded outside the frame loop. The previous pictures are shown until those of a
/// new size are ready.
final class ShownPictures {
  private let session: EditorSession
  private let changed: () -> Void
  private let decoding: NewestTask<PosterPictures>
  /// The latest request.
  private var wanted: PosterPictures.Request?
  private var decoded: (request: PosterPictures.Request, pictures: PosterPictures)?

  /// - Parameter changed: Called when new pictures are ready.
  init(
    _ session: EditorSession, from known: EditedDocument.Pictures? = nil, changed: @escaping () -> Void
  ) {
    self.session = session
    self.changed = changed
    decoding = NewestTask(session.tasks)
    decoded = known.map { ($0.request, $0.pictures) }
  }

  /// The pictures to show now.
  var present: PosterPictures { wanted.map { shown($0) } ?? .none }

  /// Returns the available pictures for a request, and starts decoding the others.
  ///
  /// A moving page keeps its pictures: new ones could not be uploaded in time, and blank paper would be visible.
  func pictures(for request: PosterPictures.Request, isMoving: Bool = false) -> PosterPictures {
    guard !request.isEmpty else {
      (wanted, decoded) = (request, nil)
      return .none
    }
    if isMoving, shown(request) != .none { return shown(request) }
    if wanted != request, decoded?.request != request { decode(request) }
    wanted = request
    return shown(request)
  }

  private func shown(_ request: PosterPictures.Request) -> PosterPictures {
    guard let decoded else { return .none }
    return decoded.request == request
      ? decoded.pictures : request.like(decoded.pictures, of: decoded.request)
  }

  private func decode(_ request: PosterPictures.Request) {
    let decoder = session.pictures
    decoding.run(isFinal: false) {
      request.pictures(by: decoder)
    } then: { [weak self] result in
      guard let self, case .success(let pictures) = result else { return }
      decoded = (request, pictures)
      changed()
    }
  }
}
