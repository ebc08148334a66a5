// One ink through a coverage mask that has some texels for each pixel; vShape.x is how much of the
// softened coverage goes with the coverage itself.

void main() {
  vec2 covered = texture(uTexture, vTexel).rg;
  color = vFill * (clamp(mix(covered.r, covered.g, vShape.x), 0.0, 1.0) * vShape.w);
}
