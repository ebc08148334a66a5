// A texture that is shown smaller than it is. The two of its halved copies that come next are mixed here: drivers choose and
// mix them in ways of their own.

uniform sampler2D uTexture;

// How often the texture is halved for a pixel that is so many texels long and wide and is read `count` times along its
// length. One reading mixes two texels, so that they may lie somewhat farther apart than one.
float findLevel(vec2 texels, float count) {
  float longer = max(texels.x, texels.y);
  return log2(max(max(min(texels.x, texels.y), longer / count / 1.25), 1.0));
}

vec4 reduced(vec2 place, float level) {
  float whole = floor(level);
  return mix(textureLod(uTexture, place, whole), textureLod(uTexture, place, whole + 1.0), level - whole);
}
