// A part of a texture, premultiplied, cut to a rounded rectangle.
//
// A pixel of a layer that is turned away shows a strip of texels, which is read several times along its length: one reading
// would blur what is as wide as ever. The body of the loop is done once at least: a driver without a graphics card takes
// every way that any pixel might take.

void main() {
  vec2 right = dFdx(vPlace.zw);
  vec2 up = dFdy(vPlace.zw);
  vec2 size = vec2(textureSize(uTexture, 0));
  vec2 texels = vec2(length(right * size), length(up * size));
  // An upright layer is read once, as where there is no edge.
  float ratio = max(texels.x, texels.y) / max(min(texels.x, texels.y), 1.0);
  float count = vGrid.z > 0.0 ? 1.0 : clamp(ceil(ratio / 1.25), 1.0, 8.0);
  float level = findLevel(texels, count);
  vec2 along = (texels.x > texels.y ? right : up) / count;
  vec2 first = vPlace.zw - along * (0.5 * count - 0.5);
  vec4 sum = vec4(0.0);
  float turn = 0.0;
  do {
    sum += reduced(clamp(first + along * turn, vStroke.xy, vStroke.zw), level);
    turn += 1.0;
  } while (turn < count);
  color = sum / count * (edgeCoverage() * vShape.w) + nothing();
}
