import CExpat
public import Localization

/// An XML error, or an exceeded limit, with its place.
public struct XMLError: LocalizableError, Hashable {
  /// The fault, without the place.
  public let reason: Message
  /// The place in the text.
  public let place: XMLPlace

  /// Creates an error from a message and a place.
  public init(_ reason: Message, at place: XMLPlace) {
    self.reason = reason
    self.place = place
  }

  /// The place and the fault.
  public var message: Message {
    Message(
      "line {line}, column {column}: {reason}",
      ["line": String(place.line), "column": String(place.column)], parts: ["reason": reason])
  }
}

/// A place in a text; both count from 1, columns in characters.
public struct XMLPlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in the line, from 1.
  public let column: Int

  /// Creates a place from its line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// An event of reading an XML document.
public enum XMLEvent {
  /// The start of an element; names include their prefixes, and references in values are resolved.
  case start(name: String, attributes: [(name: String, value: String)], place: XMLPlace)
  /// A piece of character data; a text may arrive in several pieces.
  case text(UnsafeBufferPointer<UInt8>)
  /// The end of the innermost open element.
  case end
  /// A processing instruction, such as `<?xml-stylesheet href="style.css"?>`.
  case instruction(target: String, text: String, place: XMLPlace)
}

/// The limits beyond which a document is refused.
public struct XMLLimits: Hashable, Sendable {
  /// The depth of nested elements.
  public var depth: Int
  /// Attributes of one element.
  public var attributes: Int
  /// The factor by which entities may expand a document, once they produce more than `freeBytes`.
  public var amplification: Float
  /// The bytes that entities may always produce.
  public var freeBytes: Int

  /// Creates limits; the defaults are ample for a drawing.
  ///
  /// - Parameters:
  ///   - depth: The most nested elements.
  ///   - attributes: The most attributes of an element.
  ///   - amplification: The factor by which entities may expand a document that produces more than `freeBytes`.
  ///   - freeBytes: The bytes that entities may always produce.
  public init(
    depth: Int = 128, attributes: Int = 10_000, amplification: Float = 4, freeBytes: Int = 1 << 20
  ) {
    self.depth = depth
    self.attributes = attributes
    self.amplification = amplification
    self.freeBytes = freeBytes
  }
}

/// Reads XML 1.0 through Expat, strictly and within limits; never loads external entities.
///
/// Names are delivered as written; the caller resolves their prefixes.
public enum XMLReader {
  /// Reads a document in UTF-8, regardless of its declared encoding.
  ///
  /// - Parameters:
  ///   - bytes: The document, up to 2 GiB.
  ///   - limits: The limits beyond which it is refused.
  ///   - handle: Receives the events in order. A returned message stops the reading with an error at the event's
  ///     place.
  /// - Throws: ``XMLError`` with line and column for invalid XML, an exceeded limit, or the message of `handle`.
  public static func read(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), _ handle: (XMLEvent) -> Message?
  ) throws(XMLError) {
    guard bytes.count <= Int32.max else {
      throw XMLError(Message("it has more than 2 GiB"), at: XMLPlace(line: 1, column: 1))
    }
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw XMLError(Message("there is not enough memory"), at: XMLPlace(line: 1, column: 1))
    }
    defer { XML_ParserFree(parser) }
    let failure = withoutActuallyEscaping(handle) { handle in
      Session(parser: parser, limits: limits, handle: handle).parse(bytes)
    }
    if let failure { throw failure }
  }

  /// The state of a reading, which Expat's callbacks receive.
  private final class Session {
    private let parser: XML_Parser
    private let limits: XMLLimits
    private let handle: (XMLEvent) -> Message?
    private var depth = 0
    private var failure: XMLError?

    init(parser: XML_Parser, limits: XMLLimits, handle: @escaping (XMLEvent) -> Message?) {
      self.parser = parser
      self.limits = limits
      self.handle = handle
    }

    func parse(_ bytes: [UInt8]) -> XMLError? {
      XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
      XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, limits.amplification)
      XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, UInt64(limits.freeBytes))
      XML_SetElementHandler(
        parser,
        { session, name, attributes in Session.of(session)?.start(name, attributes) },
        { session, _ in Session.of(session)?.end() })
      XML_SetCharacterDataHandler(parser) { session, text, count in
        guard let text else { return }
        text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          Session.of(session)?.send(.text(UnsafeBufferPointer(start: $0, count: Int(count))))
        }
      }
      XML_SetProcessingInstructionHandler(parser) { session, target, text in
        guard let target, let text, let session = Session.of(session) else { return }
        session.send(
          .instruction(target: String(cString: target), text: String(cString: text), place: session.place))
      }
      XML_SetSkippedEntityHandler(parser) { session, name, isParameter in
        guard isParameter == 0, let name else { return }
        Session.of(session)?.stop(
          Message("the entity {name} is unknown", ["name": "&\(String(cString: name));"]))
      }
      let status = bytes.withUnsafeBytes {
        XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1)
      }
      if let failure { return failure }
      return status == XML_STATUS_OK ? nil : XMLError(fault, at: place)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Session? {
      pointer.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private var place: XMLPlace {
      XMLPlace(line: Int(regalia_current_line(parser)), column: Int(regalia_current_column(parser)) + 1)
    }

    /// Expat's message for the error, or a plainer one.
    private var fault: Message {
      let code = XML_GetErrorCode(parser)
      return switch code {
      case XML_ERROR_NO_ELEMENTS: Message("it has no element")
      case XML_ERROR_TAG_MISMATCH: Message("this tag closes another element than the one that is open")
      case XML_ERROR_UNDEFINED_ENTITY: Message("the entity is unknown")
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: Message("something follows the root element")
      case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
        Message(
          "entities make the document more than {factor} times as long",
          ["factor": String(Int(limits.amplification))])
      default:
        XML_ErrorString(code).map { Message(verbatim: String(cString: $0)) } ?? Message("it is not XML")
      }
    }

    private func stop(_ message: Message) {
      if failure == nil { failure = XMLError(message, at: place) }
      XML_StopParser(parser, 0)
    }

    private func send(_ event: XMLEvent) {
      // Expat may still deliver pending events.
      guard failure == nil else { return }
      if let message = handle(event) { stop(message) }
    }

    private func start(
      _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
      guard failure == nil, let name else { return }
      depth += 1
      guard depth <= limits.depth else {
        return stop(
          Message("elements are nested more than {limit} deep", ["limit": String(limits.depth)]))
      }
      var values: [(name: String, value: String)] = []
      if var next = attributes {
        while let name = next[0], let value = next[1] {
          guard values.count < limits.attributes else {
            return stop(
              Message(
                "an element has more than {limit} attributes", ["limit": String(limits.attributes)]))
          }
          values.append((String(cString: name), String(cString: value)))
          next += 2
        }
      }
      send(.start(name: String(cString: name), attributes: values, place: place))
    }

    private func end() {
      depth -= 1
      send(.end)
    }
  }
}
