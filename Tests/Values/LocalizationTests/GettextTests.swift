import Foundation
import TestSupport
import Testing

@testable import Localization

/// The reader beside gettext's own tools, where they are installed.
@Suite struct GettextTests {
  /// The rules of gettext's manual and of its `plural-table.c`.
  private static let rules = [
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "ja": "nplurals=1; plural=0;",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "uk":
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "cs": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
    "lv": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);",
    "lt": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
    "ga": "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;",
    "ro": "nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;",
    "ar":
      "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;",
    "gd": "nplurals=4; plural=(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n > 2 && n < 20) ? 2 : 3;",
    "mt": "nplurals=4; plural=(n==1 ? 0 : n==0 || (n%100>1 && n%100<11) ? 1 : n%100>10 && n%100<20 ? 2 : 3);",
  ]

  private static func path(of tool: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let msgfmt = path(of: "msgfmt")
  private static let python = path(of: "python3")

  /// Prints what the C library's `ngettext` says for each number, a line a language; catalogues are in `xx`.
  private static let script = """
    import ctypes, locale, os, sys
    os.environ["LANGUAGE"] = "xx"
    libc = ctypes.CDLL(None)
    libc.dngettext.restype = ctypes.c_char_p
    libc.dngettext.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong]
    libc.bindtextdomain.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    libc.bindtextdomain.restype = ctypes.c_char_p
    libc.setlocale.argtypes = [ctypes.c_int, ctypes.c_char_p]
    libc.setlocale.restype = ctypes.c_char_p
    libc.setlocale(locale.LC_ALL, b"C.UTF-8")
    folder = sys.argv[1].encode()
    for name in sys.argv[2:]:
        libc.bindtextdomain(name.encode(), folder)
        forms = [libc.dngettext(name.encode(), b"one", b"many", n).decode() for n in range(1200)]
        print(name, *forms)
    """

  private static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(tool) \(arguments)")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Compiles a catalogue of one message for a language.
  private static func compiled(_ name: String, in folder: URL, with msgfmt: String, _ options: [String])
    throws
    -> URL
  {
    let rule = rules[name] ?? ""
    let count = try PluralForms(rule).count
    let forms = (0..<count).map { "msgstr[\($0)] \"form\($0)\"\n" }.joined()
    let source = folder.appending(path: "\(name).po")
    let text = """
      msgid ""
      msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: \(rule)\\n"

      msgid "one"
      msgid_plural "many"
      \(forms)
      """
    try Data(text.utf8).write(to: source)
    let target = folder.appending(path: "xx/LC_MESSAGES/\(name).mo")
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = try run(
      msgfmt,
      options + ["-o", target.path(percentEncoded: false), source.path(percentEncoded: false)])
    return target
  }

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-gettext-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(.enabled(if: msgfmt != nil && python != nil, "gettext's msgfmt or python3 is not installed"))
  func `plural forms are those of the C library's ngettext`() throws {
    guard let msgfmt = Self.msgfmt, let python = Self.python else { return }
    try Self.inFolder { folder in
      let names = Self.rules.keys.sorted()
      let files = try names.map { try Self.compiled($0, in: folder, with: msgfmt, []) }

      let output = try Self.run(python, ["-c", Self.script, folder.path(percentEncoded: false)] + names)

      let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(lines.map(\.first) == names)
      for (line, file) in zip(lines, files) {
        let catalog = try MessageCatalog(Array(try Data(contentsOf: file)))
        let own = (0..<1200).map { catalog.translation(of: Message("one", plural: "many", count: $0)) ?? "" }
        #expect(own == Array(line.dropFirst()), "\(line[0])")
      }
    }
  }

  @Test(.enabled(if: msgfmt != nil, "gettext's msgfmt is not installed"))
  func `files of msgfmt are read in both byte orders, with and without a table of hashes`() throws {
    guard let msgfmt = Self.msgfmt else { return }
    try Self.inFolder { folder in
      for options in [["--endianness=little"], ["--endianness=big"], ["--no-hash"], ["--alignment=16"]] {
        let file = try Self.compiled("pl", in: folder, with: msgfmt, options)
        let bytes = Array(try Data(contentsOf: file))

        let catalog = try MessageCatalog(bytes)

        #expect(catalog.count == 1 && catalog.problems.isEmpty)
        #expect(catalog.translation(of: Message("one", plural: "many", count: 22)) == "form1")
        for end in 0..<bytes.count { _ = try? MessageCatalog(Array(bytes[..<end])) }
      }
    }
  }

  @Test(.enabled(if: msgfmt != nil, "gettext's msgfmt is not installed"))
  func `the catalogues of the checkout are read whole, without problems`() throws {
    guard let msgfmt = Self.msgfmt else { return }
    let catalogs = Fixture.checkout.appending(path: "Assets/locale")
    let names = try FileManager.default.contentsOfDirectory(atPath: catalogs.path(percentEncoded: false))
    try Self.inFolder { folder in
      for name in names where name.hasSuffix(".po") {
        let source = catalogs.appending(path: name)
        let target = folder.appending(path: "\(name).mo")
        let paths = [target, source].map { $0.path(percentEncoded: false) }
        _ = try Self.run(msgfmt, ["-o"] + paths)

        let catalog = try MessageCatalog(Array(try Data(contentsOf: target)))

        #expect(catalog.problems == [], "\(name)")
        #expect(catalog.header["Language"] == String(name.dropLast(3)))
        #expect(catalog.count > 0)
      }
    }
  }
}
