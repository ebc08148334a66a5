// A part of a texture, premultiplied, far from any edge.

in vec2 vTexel;
flat in vec4 vShape;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = texture(uTexture, vTexel) * vShape.w;
}
