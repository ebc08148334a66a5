// A part of a texture, premultiplied, a texel for each pixel.

in vec2 vTexel;  // in texels
flat in vec4 vShape;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = texelFetch(uTexture, ivec2(vTexel), 0) * vShape.w;
}
