import Glibc

/// How the program ends: with its code, and at once.
public enum ProgramEnd {
  /// Writes what streams still hold, and ends the process with a code.
  ///
  /// The destructors of libraries are not run, as `exit` would: a driver's take apart what threads that draw or read
  /// beside the first one still use, and a process that is ending has nothing to take apart.
  public static func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }
}
