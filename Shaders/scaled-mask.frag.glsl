// One ink through a coverage mask that has some texels for each pixel.

in vec2 vTexel;
flat in vec4 vFill;
flat in vec4 vShape;  // x: how much of the softened coverage goes with the coverage itself

out vec4 color;

uniform sampler2D uTexture;

void main() {
  vec2 covered = texture(uTexture, vTexel).rg;
  color = vFill * (clamp(mix(covered.r, covered.g, vShape.x), 0.0, 1.0) * vShape.w);
}
