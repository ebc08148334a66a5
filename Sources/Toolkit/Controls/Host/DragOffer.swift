public import Colors
public import Geometry
import Localization
public import Scene

/// The data offered to other programs when something is dragged out of the window.
public struct DragOffer: Sendable {
  /// Creates files in a folder and returns their paths; called once, on another thread.
  public typealias FileMaker = @Sendable (_ folder: String) throws -> [String]

  /// A description, such as “Keep calm.pdf” or “3 posters as PDF”.
  public var title: String
  /// The data in several formats, from which other programs choose.
  public var kinds: [Clipboard.Offer]
  /// Creates the data as files, or nil.
  public var makeFiles: FileMaker?

  public init(_ title: String, kinds: [Clipboard.Offer] = [], makeFiles: FileMaker? = nil) {
    (self.title, self.kinds, self.makeFiles) = (title, kinds, makeFiles)
  }
}

extension DragOffer {
  /// Returns the offer of a colour: four 16-bit numbers, and text.
  public static func color(_ color: RGBA) -> DragOffer {
    let text = Color(color).text(as: .hex)
    let numbers = [color.red, color.green, color.blue, color.alpha].map { part in
      UInt16((min(max(part, 0), 1) * 65535).rounded())
    }
    let bytes = numbers.withUnsafeBytes { Array($0) }
    return DragOffer(
      text,
      kinds: [Clipboard.Offer("application/x-color", bytes), Clipboard.Offer("text/plain", Array(text.utf8))])
  }
}

extension ControlHost {
  /// Begins to drag a colour, which is a text within this window.
  public func beginDrag(_ color: RGBA) {
    let offer = DragOffer.color(color)
    beginDrag(.text(offer.title), preview: Layer(dragged: color, interface), offer: offer)
  }
}

extension Layer {
  /// Creates the drag image of a colour.
  public convenience init(dragged color: RGBA, _ interface: Interface) {
    self.init(Rect(center: .zero, size: Size(48, 48)), fill: color, radius: Theme.fieldRadius)
    shadow = interface.theme.shadow(elevation: 2)
  }
}

/// The response of other programs to a drag over them.
public enum DragReception: Hashable, Sendable, CaseIterable {
  /// There is no target, or it has not responded yet.
  case nowhere
  /// The program under the pointer accepts the drag.
  case accepted
  /// The program under the pointer accepts none of the offered formats.
  case refused
}

/// Carries drags out of the window to other programs.
public protocol DragCarrier: AnyObject {
  /// Returns whether a reported pointer position is over the window, which others may cover.
  func isOverWindow(_ point: Point) -> Bool

  /// Called when the drag first leaves the window; `card` returns the drag image, at the origin, and its size.
  func begin(_ offer: DragOffer, card: (DragReception) -> (layer: Layer, size: Size))

  /// Called when the pointer moves outside of the window.
  func move(to point: Point)

  /// Called when the pointer is over the window again; the drag continues.
  func comeBack()

  /// Called when the button is released outside of the window.
  func drop()

  func cancel()
}

/// The drag image outside of the window: the dragged item and the effect of a drop.
struct DragCard {
  let title: String
  let preview: Layer?

  private static let (inset, gap) = (8.0, 10.0)

  private func words(_ reception: DragReception) -> Message {
    switch reception {
    case .nowhere: Message("Drop on a window that accepts it")
    case .accepted: Message("Copy here")
    case .refused: Message("Cannot be dropped here")
    }
  }

  /// Returns the card for a reception and its size, which is the same for every reception.
  func layer(_ reception: DragReception, _ interface: Interface) -> (layer: Layer, size: Size) {
    let theme = interface.theme
    let picture = preview.map(Self.extent) ?? .zero
    let widths =
      [interface.line(title, style: Theme.strong).width]
      + DragReception.allCases.map {
        interface.line(interface.language.localized(words($0)), style: Theme.secondary).width
      }
    let width = min((widths.max() ?? 0).rounded(.up) + 1, 240)
    let textX = picture.isEmpty ? Self.gap : Self.inset + picture.width + Self.gap
    let size = Size(textX + width + Self.gap, max(picture.height + 2 * Self.inset, 52).rounded(.up))
    let card = Layer(frame: Rect(origin: .zero, size: size))
    if interface.isMirrored { card.layoutDirection = .rightToLeft }
    card.setSurface(theme.raised, radius: 0, interface)
    if let preview {
      let holder = Layer(
        frame: Rect(
          x: Self.inset - picture.minX, y: (size.height - picture.height) / 2 - picture.minY, width: 1,
          height: 1))
      preview.position = .zero
      holder.addSublayer(preview)
      card.addSublayer(holder)
    }
    let ink =
      switch reception {
      case .nowhere: theme.secondaryInk
      case .accepted: theme.ink
      case .refused: theme.fault
      }
    let top = size.height / 2 - 20
    card.addSublayer(
      Layer(
        title, style: Theme.strong, color: theme.ink, in: Rect(x: textX, y: top, width: width, height: 20),
        interface))
    card.addSublayer(
      Layer(
        interface.language.localized(words(reception)), style: Theme.secondary, color: ink,
        in: Rect(x: textX, y: top + 20, width: width, height: 20), interface))
    return (card, size)
  }

  /// Returns the visible extent of a layer and its sublayers, with the layer at the origin.
  static func extent(of layer: Layer) -> Rect {
    var box = layer.bounds.size.isEmpty ? nil : layer.bounds.offset(by: -(layer.bounds.center - .zero))
    for part in layer.sublayers where !part.frame.isEmpty {
      box = box.map { $0.union(part.frame) } ?? part.frame
    }
    return box ?? .zero
  }
}
