import Foundation
import TestSupport
import Testing

@Suite struct SetupTests {
  @Test func `a machine that has everything is left alone`() throws {
    try Machine.with { machine in
      let outcome = try machine.setup("build", "test")

      #expect(outcome.status == 0)
      #expect(outcome.output == "setup: nothing to install\n")
      #expect(machine.log.isEmpty)
    }
  }

  @Test func `root installs just what is missing, after saying so`() throws {
    try Machine.with { machine in
      let outcome = try machine.setup("build", "test", missing: "fonts-inter xdotool")

      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("setup: installing with apt-get: fonts-inter xdotool\n"))
      #expect(machine.log.count == 2)
      #expect(machine.log.first?.hasSuffix(" update") == true)
      #expect(machine.log.last?.hasSuffix(" install -y --no-install-recommends fonts-inter xdotool") == true)
    }
  }

  @Test func `what only the tests need is not installed for a build`() throws {
    try Machine.with { machine in
      let outcome = try machine.setup("build", missing: "xvfb")

      #expect(outcome.status == 0)
      #expect(machine.log.isEmpty)
    }
  }

  @Test(arguments: [(nil, "sudo env"), ("true", "sudo -n env")] as [(String?, String)])
  func `others go through sudo, which asks nothing in CI`(ci: String?, start: String) throws {
    try Machine.with { machine in
      try machine.add("sudo", #"echo "sudo $*" >> "$LOG"; [ "$1" != -n ] || shift; exec "$@""#)

      let outcome = try machine.setup("build", missing: "libepoxy-dev", user: "1000", ci: ci)

      #expect(outcome.status == 0)
      #expect(machine.log.filter { $0.hasPrefix(start) }.count == 2)
      #expect(machine.log.last?.hasSuffix(" libepoxy-dev") == true)
    }
  }

  @Test func `without root and sudo it says what to run`() throws {
    try Machine.with { machine in
      let outcome = try machine.setup("build", missing: "libepoxy-dev", user: "1000")

      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("as root run: apt-get install libepoxy-dev"))
      #expect(machine.log.isEmpty)
    }
  }

  @Test func `old package lists are no reason to give up, a failed installation is`() throws {
    try Machine.with { machine in
      try machine.add("apt-get", #"case $* in *update*) exit 100 ;; esac"#)
      #expect(try machine.setup("build", missing: "libepoxy-dev").status == 0)

      try machine.add("apt-get", "exit 100")
      #expect(try machine.setup("build", missing: "libepoxy-dev").status == 1)
    }
  }

  @Test(arguments: ["5.10.1", "6.1.2", "6.0-dev"])
  func `a Swift that is too old is refused before anything is installed`(version: String) throws {
    try Machine.with { machine in
      try machine.add("swift", "echo 'Swift version \(version) (swift-\(version))'")

      let outcome = try machine.setup("build", missing: "libepoxy-dev")

      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("https://www.swift.org/install/linux"))
      #expect(machine.log.isEmpty)
    }
  }

  @Test(arguments: ["6.3", "6.3.1", "6.10", "6.4-dev", "10.0"])
  func `a Swift that is new enough is taken`(version: String) throws {
    try Machine.with { machine in
      try machine.add("swift", "echo 'Swift version \(version) (swift-\(version))'")

      #expect(try machine.setup("build").status == 0)
    }
  }

  @Test func `what Swift needs itself is installed before Swift is asked anything`() throws {
    try Machine.with { machine in
      try machine.add(
        "swift",
        #"grep -q libncurses6 "$LOG" && echo 'Swift version 6.3.1' || { echo 'swift: no libncurses' >&2; exit 127; }"#
      )

      let outcome = try machine.setup("build", missing: "git libncurses6 libcurl4 libepoxy-dev")

      #expect(outcome.status == 0)
      let installed = machine.log.filter { $0.contains(" install ") }
      #expect(installed.first?.hasSuffix(" git libncurses6") == true, "libcurl4 has another name there")
      #expect(installed.last?.hasSuffix(" libepoxy-dev") == true)
    }
  }

  @Test func `the loader's own words are told when Swift cannot start`() throws {
    try Machine.with { machine in
      let words = "swift: error while loading shared libraries: libedit.so.2: cannot open shared object file"
      try machine.add("swift", "echo '\(words)' >&2; exit 127")

      let outcome = try machine.setup("build", missing: "libepoxy-dev")

      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(words))
      #expect(machine.log.isEmpty)
    }
  }

  @Test(arguments: [("dnf", "glfw-devel"), ("pacman", "pacman -S")])
  func `other distributions' names are hints`(tool: String, hint: String) throws {
    try Machine.with { machine in
      try machine.remove("apt-get")
      try machine.add(tool, "exit 1")

      let outcome = try machine.setup("build")

      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(hint))
    }
  }

  @Test func `a missing Swift is not installed but explained`() throws {
    try Machine.with { machine in
      try machine.remove("swift")

      let outcome = try machine.setup("build")

      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("Swift is missing"))
      #expect(outcome.errors.contains("https://www.swift.org/install/linux"))
    }
  }

  @Test func `without apt the libraries count, not their packages`() throws {
    try Machine.with { machine in
      try machine.remove("apt-get")
      try machine.add("pkg-config", "exit 0")
      #expect(try machine.setup("build").status == 0)

      try machine.add("pkg-config", "exit 1")
      let outcome = try machine.setup("build")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("GLFW 3.3"))
    }
  }
}

/// A machine of stand-ins: only what is in its folder can be run there.
private struct Machine {
  private let folder: URL

  static func with(_ body: (Machine) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let machine = Machine(folder: folder)
      for tool in ["dirname", "env", "grep", "head", "realpath", "sed", "sort", "tail", "tr"] {
        let path = try #require(Command.path(of: tool))
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: tool).file, withDestinationPath: path)
      }
      try machine.add("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
      try machine.add("id", "echo $USER_ID")
      try machine.add("apt-get", #"echo "apt-get $*" >> "$LOG""#)
      try machine.add(
        "dpkg-query",
        """
        status=1
        for package; do
          case $package in -*) continue ;; esac
          case " $MISSING " in *" $package "*) ;; *) status=0; echo installed ;; esac
        done
        exit $status
        """)
      try body(machine)
    }
  }

  /// The calls of apt-get and sudo, a line each.
  var log: [String] {
    let text = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  func add(_ tool: String, _ script: String) throws {
    try folder.appending(path: tool).writeProgram(script)
  }

  func remove(_ tool: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: tool))
  }

  func setup(
    _ groups: String..., missing: String = "", user: String = "0", ci: String? = nil
  ) throws -> Command.Outcome {
    try Command(
      program: "/bin/sh", arguments: ["Scripts/setup"] + groups,
      environment: [
        "PATH": folder.file, "LOG": folder.appending(path: "log").file, "MISSING": missing, "USER_ID": user,
        "CI": ci,
      ]
    ).run()
  }
}
