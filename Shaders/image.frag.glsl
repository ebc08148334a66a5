// A part of a texture, premultiplied, cut to a rounded rectangle.

uniform sampler2D uTexture;

void main() {
  // The derivatives that choose a smaller copy are those of the place before it is kept inside.
  vec2 place = clamp(vTexel, vStroke.xy, vStroke.zw);
  color = textureGrad(uTexture, place, dFdx(vTexel), dFdy(vTexel)) * (edgeCoverage() * vShape.w);
}
