// A rectangle of whole pixels that a shader fill paints; `paint` is its own text, before this one.

out vec4 color;

in vec2 vTexel;  // whole ends fall on the centres of the outermost pixels, y upward

void main() {
  // A graphics card may be off by a tenth of a level where it rounds.
  color = floor(paint(vTexel) * 255.0 + 0.5) / 255.0;
}
