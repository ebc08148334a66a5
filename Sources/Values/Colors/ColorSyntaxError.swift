public import Text

/// The fault of a text that should be a colour, and its place.
public typealias ColorSyntaxError = CSSSyntaxError
