// One ink through a coverage mask.

void main() {
  color = vFill * (texture(uTexture, vTexel).r * vShape.w);
}
