// A part of a gradient, far from any edge.

in vec2 vPoint;
flat in vec4 vShape;

out vec4 color;

void main() {
  color = shade(vPoint) * vShape.w;
}
