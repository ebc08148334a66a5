// One colour for every pixel: the least that filling a rectangle can cost.

out vec4 color;

uniform vec4 uColor;

void main() {
  color = uColor;
}
