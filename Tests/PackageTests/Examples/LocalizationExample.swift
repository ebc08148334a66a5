import Localization

/// Returns what a button says that deletes some posters, in a person's language or in English.
func title(count: Int, variables: [String: String], catalogs: [String: [UInt8]]) -> String {
  let locales = LocaleName.preferred { variables[$0] }
  let language = Language.preferred(locales) { catalogs[$0] }

  return language.localized("Delete {count} poster", plural: "Delete {count} posters", count: count)
}
