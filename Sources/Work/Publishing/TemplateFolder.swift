import Catalog
public import Files
import Glibc
public import Localization
public import Posters

/// A person's own templates: poster documents in a folder, each in a file that is called after the template's id.
///
/// Every change is the content of one file, before and after it, so that it is made whole or not at all and can be
/// undone.
public struct TemplateFolder: Hashable, Sendable {
  /// The path of the folder, which need not exist.
  public let path: String
  /// The order of titles.
  private let collation: Collation

  /// Creates the description of a folder; its templates are in the order of `collation`.
  public init(path: String, collation: Collation = .plain) { (self.path, self.collation) = (path, collation) }

  /// Returns the folder among a user's data; nil without a home.
  public init?(_ folders: UserFolders, collation: Collation = .plain) {
    guard let data = folders.data else { return nil }
    self.init(path: data + "/templates", collation: collation)
  }

  /// A change of one template.
  public struct Change: Hashable, Sendable {
    /// The template's id.
    public let name: String
    /// The document before the change; nil if there was none.
    public let old: [UInt8]?
    /// The document after the change; nil if it is removed.
    public let new: [UInt8]?

    /// The change that undoes this one.
    public var inverse: Change { Change(name: name, old: new, new: old) }
  }

  /// A change that cannot be made, and the reason.
  public struct Refusal: LocalizableError, Hashable {
    /// The reason, and the remedy.
    public let message: Message

    init(_ message: Message) { self.message = message }
  }

  private static let ending = ".json"

  private func file(_ name: String) -> String { "\(path)/\(name)\(Self.ending)" }

  /// The templates in the order of their titles; those that cannot be used have a fault.
  public var templates: [PosterTemplate] {
    let files = (Folder.names(in: path) ?? []).filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
    let names = files.map { String($0.dropLast(Self.ending.count)) }.sorted()
    return collation.sorted(names.map(template), by: \.title)
  }

  private func template(_ name: String) -> PosterTemplate {
    func broken(_ title: String, _ message: Message) -> PosterTemplate {
      PosterTemplate(own: name, title: title, fault: Refusal(message))
    }
    do {
      let poster = try Poster(json: document(name), allowsNewer: true)
      let title = poster.title.isEmpty ? name : poster.title
      guard let newer = poster.newerVersion else { return PosterTemplate(own: name, poster) }
      return broken(
        title,
        Message(
          "The template “{title}” was made by a newer Regalia, as version {version}; this one reads up to {known}. Update Regalia to use it",
          ["title": title, "version": String(newer.version), "known": String(Poster.version)]))
    } catch {
      return broken(
        name,
        Message(
          "The template {file} cannot be read: {reason}. Repair the file or remove the template",
          ["file": file(name)], parts: ["reason": Message(error)]))
    }
  }

  private func document(_ name: String) throws -> [UInt8] {
    try FileBytes.read(file(name), atMost: Poster.longestDocument)
  }

  /// Returns the template with an id or, if no id matches, with a title; nil if both are missing.
  public func template(named name: String) -> PosterTemplate? {
    let templates = templates
    return templates.first { $0.name == name }
      ?? templates.first { $0.title.lowercased() == name.lowercased() }
  }

  // MARK: Changes

  /// Returns the change that adds a poster as a template with a title, under an id that is free.
  ///
  /// - Throws: ``TemplateFolder/Refusal`` if a newer Regalia made the poster.
  public func saving(_ poster: Poster, titled title: String) throws(Refusal) -> Change {
    guard poster.newerVersion == nil else {
      throw Refusal(
        Message("This poster was made by a newer Regalia; update Regalia to save it as a template"))
    }
    var design = poster
    design.title = String(title.prefix(Self.longestTitle))
    let taken = Set(PosterTemplate.all.map(\.name) + templates.map(\.name))
    let slug = Slug.made(of: design.title, fallback: "template")
    return Change(
      name: Slug.free(FileName.safe(slug), isTaken: taken.contains), old: nil, new: Array(design.json.utf8))
  }

  /// The most characters of a title.
  public static let longestTitle = 200

  /// Returns the change that gives a template another title; its id stays.
  ///
  /// - Throws: ``TemplateFolder/Refusal`` if the template has a fault, cannot be read or has been changed meanwhile.
  public func renaming(_ name: String, to title: String) throws(Refusal) -> Change {
    let template = template(name)
    if let fault = template.fault { throw fault }
    let old = try read(name)
    guard var poster = try? Poster(json: old) else { throw Self.changed(template.title) }
    poster.title = String(title.prefix(Self.longestTitle))
    return Change(name: name, old: old, new: Array(poster.json.utf8))
  }

  /// Returns the change that removes a template.
  ///
  /// - Throws: ``TemplateFolder/Refusal`` if the template cannot be read.
  public func removing(_ name: String) throws(Refusal) -> Change {
    Change(name: name, old: try read(name), new: nil)
  }

  private func read(_ name: String) throws(Refusal) -> [UInt8] {
    do {
      return try document(name)
    } catch {
      throw Refusal(Message("The template cannot be read: {reason}", parts: ["reason": Message(error)]))
    }
  }

  /// Makes a change, unless the file has another content by now.
  ///
  /// - Throws: ``TemplateFolder/Refusal`` if the folder or the file cannot be changed, or the file has another
  ///   content.
  public func make(_ change: Change) throws(Refusal) {
    let file = file(change.name)
    guard Folder.make(path), let lock = FolderLock(around: file) else {
      throw Refusal(
        Message(
          "The folder of templates, {folder}, cannot be changed; allow writing there, and try again",
          ["folder": path]))
    }
    defer { withExtendedLifetime(lock) {} }
    let present = FileBytes.exists(file) ? try read(change.name) : nil
    guard present == change.old else { throw Self.changed(change.name) }
    do throws(AtomicFile.Failure) {
      if let new = change.new { try AtomicFile.write(new, to: file) } else { try Self.remove(file) }
    } catch {
      throw Refusal(Message("The template is not changed: {reason}", parts: ["reason": Message(error)]))
    }
  }

  private static func remove(_ file: String) throws(AtomicFile.Failure) {
    guard unlink(file) == 0 else { throw AtomicFile.Failure(path: file, code: errno) }
  }

  private static func changed(_ title: String) -> Refusal {
    Refusal(
      Message(
        "Another program has changed the template “{title}” meanwhile; nothing is done. Look at it, and try again",
        ["title": title]))
  }
}
