import Files
import Glibc
import Testing

@Suite struct SharedLibraryTests {
  private typealias Length = @convention(c) (UnsafePointer<CChar>) -> Int

  private static func find(
    _ name: String
  ) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<Length>) -> UnsafePointer<CChar>? {
    { library, functions in
      guard let found = dlsym(library, name) else { return UnsafePointer(strdup(name)) }
      functions.initialize(to: unsafeBitCast(found, to: Length.self))
      return nil
    }
  }

  @Test func `the first file that is there is loaded, and its functions are found`() throws {
    let library = try SharedLibrary("the C library", files: ["libregalia-none.so.9", "libc.so.6"])
    let length: Length = try library.functions(Self.find("strlen"))
    #expect(length("crown") == 5)
  }

  @Test func `what is missing is named`() throws {
    let missing = #expect(throws: SharedLibrary.Failure.self) {
      try SharedLibrary("libnone", files: ["libregalia-none.so.9"])
    }
    #expect(missing?.description == "libnone is not installed")
    let library = try SharedLibrary("libc", files: ["libc.so.6"])
    let old = #expect(throws: SharedLibrary.Failure.self) {
      let _: Length = try library.functions(Self.find("regalia_of_tomorrow"))
    }
    #expect(old?.description == "libc is too old: it has no function regalia_of_tomorrow")
  }
}
