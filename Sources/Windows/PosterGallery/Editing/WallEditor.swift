import Controls
import Geometry
import PosterScene
import Posters
import Publishing
import Scene
import Application

/// The editor of the open poster: it appears at the poster's frame, and disappears there.
///
/// While it is open the poster itself is hidden, and the editor's page replaces it.
final class WallEditor: Control {
  private let environment: WindowEnvironment
  private let dataSource: any PosterDataSource
  private let stage: OpenPosterTransition
  private let editors: PosterEditors?
  private var state = State.closed
  /// The poster that still shows the editor's pictures, which were made for a smaller page.
  private var softPoster: PosterCard.ID?

  private enum State {
    case closed
    /// The document is being read, or the poster has not left its cell yet.
    case coming(Coming)
    case open(PosterCard.ID, any PosterEditing)
    /// The page is moving to the frame of the open poster.
    case leaving(PosterCard.ID, any PosterEditing)
  }

  /// A poster that will be edited.
  private struct Coming {
    let id: PosterCard.ID
    let start: TypingStart
    var document: EditedDocument?
  }

  init(
    _ environment: WindowEnvironment, _ dataSource: any PosterDataSource, _ stage: OpenPosterTransition,
    editors: PosterEditors?
  ) {
    self.editors = editors
    self.environment = environment
    self.dataSource = dataSource
    self.stage = stage
    super.init(label: environment.interface.language.localized("Editor"))
    isHidden = true
  }

  override var isFocusable: Bool { false }

  /// The open editor, or nil.
  var open: (any PosterEditing)? {
    if case .open(_, let poster) = state { poster } else { nil }
  }

  /// Whether the window shows an editor instead of a poster, including one that is closing.
  var isShown: Bool { shown != nil }

  /// The editor that the window shows, including one that is closing.
  private var shown: (any PosterEditing)? {
    switch state {
    case .open(_, let poster), .leaving(_, let poster): poster
    case .closed, .coming: nil
    }
  }

  /// A closing editor takes no input.
  override func hitTest(_ point: Point) -> Control? { open == nil ? nil : super.hitTest(point) }

  override func layOut(_ interface: Interface) { shown?.control.frame = bounds }

  // MARK: Opening

  /// Edits an open or opening poster, as soon as its document has been read.
  func edit(_ id: PosterCard.ID, _ start: TypingStart) {
    guard editors != nil else { return }
    switch state {
    case .open: return
    case .coming(let coming) where coming.id == id: return
    case .leaving: finishLeaving()
    case .closed, .coming: break
    }
    state = .coming(Coming(id: id, start: start))
    dataSource.open(id)
  }

  /// Receives the document; returns an error message if it could not be read.
  func take(_ document: Result<EditedDocument, any Error>, of id: PosterCard.ID) -> String? {
    guard case .coming(var coming) = state, coming.id == id, coming.document == nil else { return nil }
    switch document {
    case .success(let document):
      coming.document = document
      state = .coming(coming)
      return nil
    case .failure(let error):
      state = .closed
      return environment.interface.language.localized(error)
    }
  }

  /// Completes pending transitions: opens the editor, or removes it.
  func settle(at time: Double) {
    switch state {
    case .closed, .open: break
    case .coming(let coming):
      if stage.current?.id == coming.id {
        if let document = coming.document { show(document, of: coming.id, coming.start, at: time) }
      } else if !stage.isWaiting {
        state = .closed
      }
    case .leaving(let id, let poster):
      if stage.current?.id != id || poster.hasSettled(at: time) { finishLeaving() }
    }
    sharpen()
  }

  private func show(
    _ document: EditedDocument, of id: PosterCard.ID, _ start: TypingStart, at time: Double
  ) {
    guard let host, let editors, let place = stage.currentFrame(at: time) else { return }
    let poster = editors.open(document, environment) { [unowned self] time in leave(at: time) }
    state = .open(id, poster)
    isHidden = false
    addChild(poster.control)
    setNeedsLayout()
    stage.stand(in: { [unowned poster] in poster.pageFrame }, for: id)
    poster.arrive(from: place, velocity: stage.currentVelocity(at: time), at: time)
    host.settle()
    poster.begin(start, at: time)
  }

  // MARK: Leaving

  /// Saves and returns to the open poster.
  func leave(at time: Double) {
    host?.commitEdit()
    guard case .open(let id, let poster) = state, let result = poster.finish() else { return }
    host?.closeOverlays()
    state = .leaving(id, poster)
    host?.setFocus(nil)
    guard stage.current?.id == id else { return finishLeaving() }
    switch result {
    case .keptBeside: return finishLeaving()
    case .unchanged: break
    case .changed(let layout, let pictures):
      dataSource.noteSaved(poster.poster, as: id)
      stage.replaceLayers(of: id, with: GalleryPoster(layout: layout, pictures: pictures).layers())
      if pictures != .none {
        softPoster = id
        dataSource.prepare(id)
      }
    }
    guard let place = stage.currentRestingFrame(at: time), !environment.interface.reducesMotion else {
      return finishLeaving()
    }
    poster.leave(to: place, at: time)
  }

  /// Removes the editor immediately.
  func finishLeaving() {
    guard case .leaving(_, let poster) = state else { return }
    stage.endStandIn()
    poster.control.removeFromParent()
    isHidden = true
    state = .closed
  }

  /// Shows pictures made for the whole window as soon as they are available.
  private func sharpen() {
    guard let id = softPoster else { return }
    guard stage.current?.id == id else {
      softPoster = nil
      return
    }
    guard case .closed = state, case .ready(let layers) = dataSource.layers(of: id) else { return }
    softPoster = nil
    stage.replaceLayers(of: id, with: layers)
  }

  // MARK: Time

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    shown?.advance(to: time)
  }

  func receiveMail(at time: Double) { shown?.receiveMail(at: time) }
}
