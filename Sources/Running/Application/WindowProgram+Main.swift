public import Colors
public import Geometry
public import Scene
import Files
import Localization
import Terminal

extension WindowProgram where Content == LayerWindow {
  /// Runs as the whole program: opens a window with a layer tree, and ends the process when the window closes.
  ///
  ///     import Application
  ///     import Colors
  ///     import Geometry
  ///     import Motion
  ///     import Scene
  ///
  ///     WindowProgram.main("Spring", size: Size(640, 480)) { tree, input in
  ///       let disc = Layer(frame: Rect(x: 280, y: 200, width: 80, height: 80))
  ///       disc.backgroundColor = RGBA(hex: 0xc8102e)
  ///       disc.cornerRadius = 40
  ///       tree.root.addSublayer(disc)
  ///       input.onEvent { event, time in
  ///         guard case .pointerMoved(let point, _) = event else { return }
  ///         tree.transact(Transaction(at: time, action: .spring(.thrown))) { disc.position = point }
  ///       }
  ///     }
  ///
  /// The process ends with status 0 when the window closes. It ends with 1 and a line on standard error if there is no
  /// display or an error occurs, and with 2 for unknown arguments. With `--snapshot FILE` it opens no window and draws
  /// it into a PNG instead: after `--script FILE` (an ``InputScript``), at `--at SECONDS`, with `--scale N` pixels per
  /// point.
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The initial size, in points.
  ///   - background: The colour behind the layers.
  ///   - build: Adds layers to the tree and sets the input handlers.
  public static func main(
    _ title: String, size: Size, background: RGBA = .white,
    _ build: @escaping (_ tree: LayerTree, _ input: LayerWindow.InputSource) -> Void
  ) -> Never {
    main(title, size: size) { LayerWindow($0, background: background, build) }
  }
}

extension WindowProgram {
  /// Runs as the whole program: opens a window with a content, and ends the process when the window closes, like
  /// ``main(_:size:background:_:)``.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The initial size, in points.
  ///   - make: Makes the content from the window's typesetter, theme and clipboard.
  public static func main(
    _ title: String, size: Size, _ make: @escaping (_ environment: WindowEnvironment) throws -> Content
  ) -> Never {
    WindowProgram(settings(title, size: size), make: make).main()
  }

  /// Runs as the whole program: opens the window, and ends the process when it closes, like
  /// ``main(_:size:background:_:)``.
  ///
  /// - Parameter arguments: The arguments of the program, without its name.
  public func main(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Never {
    do {
      let order = try SnapshotOrder(arguments)
      var program = self
      if let script = order.script { program.settings.script = try InputScript(file: script) }
      if let file = order.file {
        try program.writePicture(to: file, scale: order.scale, at: order.time)
      } else {
        _ = try program.run()
      }
    } catch {
      StandardOutput.complain(settings.language.localized(error))
      ProgramEnd.leave(error is SnapshotOrder.Fault ? 2 : 1)
    }
    ProgramEnd.leave(0)
  }

  static func settings(_ title: String, size: Size) -> WindowSettings {
    let program = ProgramIdentity()
    var settings = WindowSettings(
      title: title, size: size, minimumSize: Size(64, 64), folders: UserFolders(program: program.windowClass))
    settings.program = program
    return settings
  }
}

/// The arguments that request a picture instead of a window.
struct SnapshotOrder {
  /// An unknown or invalid argument, and its message.
  struct Fault: Error, CustomStringConvertible {
    let message: Message

    var description: String { Language.english.localized(message) }
  }

  /// The PNG to write; nil opens the window.
  private(set) var file: String?
  /// The file of the script to play.
  private(set) var script: String?
  /// The time to draw, in seconds; nil is the end of the script.
  private(set) var time: Double?
  /// The number of pixels per point.
  private(set) var scale = 1.0

  /// Reads the arguments of a program, without its name.
  init(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--snapshot", "--script", "--at", "--scale"].contains(name) else {
        throw Fault(
          message: Message(
            "“{argument}” is not understood; --snapshot FILE draws a picture in place of a window, after --script FILE, at --at SECONDS, with --scale N pixels a point",
            ["argument": name]))
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Fault(message: Message("{argument} needs a value behind it", ["argument": name]))
      }
      switch name {
      case "--snapshot": file = value
      case "--script": script = value
      case "--at": time = try Self.number(value, of: name, in: 0...InputScript.longestTime)
      default: scale = try Self.number(value, of: name, in: 0.5...8)
      }
    }
    guard file != nil || time == nil && scale == 1 else {
      throw Fault(message: Message("--at and --scale go with --snapshot FILE"))
    }
  }

  private static func number(
    _ text: String, of name: String, in range: ClosedRange<Double>
  ) throws(Fault) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw Fault(
        message: Message(
          "“{value}” does not do for {argument}, which is a number from {least} to {most}",
          [
            "value": text, "argument": name, "least": "\(range.lowerBound)", "most": "\(range.upperBound)",
          ]))
    }
    return number
  }
}
