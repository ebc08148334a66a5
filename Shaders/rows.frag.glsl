// A rectangle of whole pixels that a shader fill paints from the numbers of its rows; `paint` is its own text, before
// this one.

out vec4 color;

in vec2 vPlace;  // in the cell, y upward
in vec4 vLow;
in vec4 vHigh;

void main() {
  color = paint(vPlace, vLow + vPlace.y * vPlace.y * vHigh);
}
