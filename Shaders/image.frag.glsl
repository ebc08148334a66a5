// A texture, premultiplied, cut to a rounded rectangle.

uniform sampler2D uTexture;

void main() {
  color = texture(uTexture, vTexel) * (edgeCoverage() * vShape.w);
}
