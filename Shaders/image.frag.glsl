// A part of a texture, premultiplied, cut to a rounded rectangle.
//
// A pixel of a layer that is turned away shows a strip of texels, which is read several times along its length. One reading
// would blur what is as wide as ever, and drivers do not agree how much. The body of the loop is done once at least: a driver
// without a graphics card takes every way that any pixel might take.

uniform sampler2D uTexture;

void main() {
  vec2 right = dFdx(vPlace.zw);
  vec2 up = dFdy(vPlace.zw);
  vec2 size = vec2(textureSize(uTexture, 0));
  vec2 texels = vec2(length(right * size), length(up * size));
  float shorter = max(min(texels.x, texels.y), 1.0);
  // An upright layer is read once, as where there is no edge; and one reading mixes two texels.
  float count = vGrid.z > 0.0 ? 1.0 : clamp(ceil(max(texels.x, texels.y) / shorter / 1.5), 1.0, 8.0);
  vec2 across = texels.x > texels.y ? up : right;
  vec2 along = (texels.x > texels.y ? right : up) / count;
  vec2 first = vPlace.zw - along * (0.5 * count - 0.5);
  vec4 sum = vec4(0.0);
  float turn = 0.0;
  do {
    // The derivatives that choose a smaller copy are those of the place before it is kept inside.
    sum += textureGrad(uTexture, clamp(first + along * turn, vStroke.xy, vStroke.zw), across, along);
    turn += 1.0;
  } while (turn < count);
  color = sum / count * (edgeCoverage() * vShape.w) + nothing();
}
