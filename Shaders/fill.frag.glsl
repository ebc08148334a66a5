// A rectangle of whole pixels that a shader fill paints; `paint` is its own text, before this one.

out vec4 color;

in vec2 vTexel;  // whole ends fall on the centres of the outermost pixels, y upward

void main() {
  color = paint(vTexel);
}
