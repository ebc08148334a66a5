// The inputs of every mask: its texture, and the ink.

in vec2 vTexel;
flat in vec4 vFill;
flat in vec4 vShape;

out vec4 color;

uniform sampler2D uTexture;
