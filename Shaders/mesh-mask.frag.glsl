// One ink through a mesh that was added up on a sheet, of which each pixel shows a texel.

void main() {
  vec2 sums = floor(texelFetch(uTexture, ivec2(vTexel), 0).rg * 255.0 + 0.5);
  color = vFill * (clamp((sums.r - sums.g) / 128.0, 0.0, 1.0) * vShape.w);
}
