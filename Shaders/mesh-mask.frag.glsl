// One ink through a mesh that was added up on a sheet.

void main() {
  vec2 sums = floor(texture(uTexture, vTexel).rg * 255.0 + 0.5);
  color = vFill * (clamp((sums.r - sums.g) / 128.0, 0.0, 1.0) * vShape.w);
}
