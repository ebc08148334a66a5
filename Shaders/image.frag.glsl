// A texture, premultiplied, cut to a rounded rectangle.

uniform sampler2D uTexture;

void main() {
  float edge = edgeDistance();
  color = texture(uTexture, vTexel) * (coverage(edge, slopeOf(edge)) * vShape.w);
}
