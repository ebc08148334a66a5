// A part of a texture, premultiplied, cut to a rounded rectangle.

uniform sampler2D uTexture;

void main() {
  // The derivatives that choose a smaller copy are those of the place before it is kept inside.
  vec2 place = clamp(vPlace.zw, vStroke.xy, vStroke.zw);
  color = textureGrad(uTexture, place, dFdx(vPlace.zw), dFdy(vPlace.zw)) * (edgeCoverage() * vShape.w) + nothing();
}
