import CEpoxy

/// The one owner of an OpenGL name; the object is deleted with it.
struct Handle: ~Copyable {
  let object: GraphicsObject
  let context: GraphicsContext

  /// Makes a new object.
  init(_ kind: ObjectKind, in context: GraphicsContext) {
    self.init(.generated(kind), in: context)
  }

  /// Takes over an object that was just made.
  init(_ object: GraphicsObject, in context: GraphicsContext) {
    self.object = object
    self.context = context
    context.count(object.kind, by: 1)
  }

  deinit { context.free(object) }

  var name: GLuint { object.name }
}
