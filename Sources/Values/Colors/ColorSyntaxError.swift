public import Text

/// What is wrong with a text that should have been a colour, and where.
public typealias ColorSyntaxError = CSSSyntaxError
