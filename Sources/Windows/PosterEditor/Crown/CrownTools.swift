public import Controls
public import Files
public import Geometry
public import Heraldry
public import Workers

/// A control that chooses a crown of the library.
public protocol CrownPicking: Control {
  /// Called with a chosen crown: its identifier and its outline.
  var onChoose: (_ id: String, _ outline: Path, _ time: Double) -> Void { get set }
  /// Called when choosing has ended.
  var onFinish: (_ time: Double) -> Void { get set }
  /// The control that is focused first.
  var firstFocus: Control { get }
  /// Receives results of background work; called once per turn.
  func receiveMail(at time: Double)
}

/// A control that designs a crown.
public protocol CrownDesigning: Control {
  /// Called with each design that a person makes, during a gesture or as a step.
  var onChange: (CrownDesign, ChangePhase) -> Void { get set }
  /// The control that is focused first.
  var firstFocus: Control { get }
  /// Shows a design and its ineffective parts, without calling `onChange`.
  func show(_ design: CrownDesign, idle: [String])
}

/// Makes the program's controls for choosing and designing the crown of a poster.
public struct CrownTools: Sendable {
  /// The initial state of a crown picker.
  public struct Request {
    /// The identifier of the current crown.
    public let selected: String?
    /// The identifiers of recently chosen crowns, newest first.
    public let recent: [String]
    /// The folders that contain the library of crowns.
    public let folders: UserFolders
    /// The clipboard.
    public let clipboard: Clipboard
    /// The window's background work.
    public let work: WorkGroup
  }

  /// Makes a control that chooses a crown of the library.
  public var makePicker: @Sendable (Request) -> any CrownPicking
  /// Makes a control that designs a crown; `surprises` seeds its random designs.
  public var makeDesigner: @Sendable (_ design: CrownDesign, _ surprises: UInt64) -> any CrownDesigning

  /// Creates tools.
  public init(
    makePicker: @escaping @Sendable (Request) -> any CrownPicking,
    makeDesigner: @escaping @Sendable (CrownDesign, UInt64) -> any CrownDesigning
  ) {
    self.makePicker = makePicker
    self.makeDesigner = makeDesigner
  }
}
