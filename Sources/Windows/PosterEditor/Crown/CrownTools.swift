public import Controls
public import Files
public import Geometry
public import Heraldry
public import Workers

/// A control in which a crown of the library is chosen.
public protocol CrownPicking: Control {
  /// Told of a crown that was chosen: its identifier and its outline.
  var onChoose: (_ id: String, _ outline: Path, _ time: Double) -> Void { get set }
  /// Told when nothing more is to be chosen.
  var onFinish: (_ time: Double) -> Void { get set }
  /// What has the keyboard first.
  var firstFocus: Control { get }
  /// Takes what was read and found; called once a turn.
  func receiveMail(at time: Double)
}

/// A control in which the parts of a crown are chosen.
public protocol CrownDesigning: Control {
  /// Told of each design that a person makes, in the course of a gesture or as a step.
  var onChange: (CrownDesign, ChangePhase) -> Void { get set }
  /// What has the keyboard first.
  var firstFocus: Control { get }
  /// Shows a design and which of its parts change nothing, without telling anybody.
  func show(_ design: CrownDesign, idle: [String])
}

/// What the program makes the controls with in which the crown of a poster is chosen and designed.
public struct CrownTools: Sendable {
  /// What a picker of crowns is made with.
  public struct Request {
    /// The identifier of the crown that is chosen now.
    public let selected: String?
    /// The identifiers of the crowns that were chosen lately, the newest first.
    public let recent: [String]
    /// Where the library of crowns is.
    public let folders: UserFolders
    /// The text that is shared with other programs.
    public let clipboard: Clipboard
    /// The group of work beside the frame loop.
    public let work: WorkGroup
  }

  /// Makes what chooses a crown of the library.
  public var makePicker: @Sendable (Request) -> any CrownPicking
  /// Makes what designs a crown; the same number leads to the same surprises.
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
