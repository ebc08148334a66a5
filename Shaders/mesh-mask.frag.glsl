// One ink through a mesh that was added up on a sheet.

in vec2 vTexel;
flat in vec4 vFill;
flat in vec4 vShape;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  vec2 sums = floor(texture(uTexture, vTexel).rg * 255.0 + 0.5);
  color = vFill * (clamp((sums.r - sums.g) / 128.0, 0.0, 1.0) * vShape.w);
}
