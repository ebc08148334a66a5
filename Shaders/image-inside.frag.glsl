// A part of a texture, premultiplied, far from any edge. Each channel has a factor of its own, which are all alike, as
// DriverQuirks says.

in vec2 vTexel;
flat in vec4 vFill;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = texture(uTexture, vTexel) * vFill;
}
