// Places the corners of a rectangle of whole pixels that a shader fill paints.

layout(location = 0) in vec4 aOrigin;  // clip x, y, w of the layer's origin
layout(location = 1) in vec4 aRight;   // their change along one point of layer x
layout(location = 2) in vec4 aDown;    // their change along one point of layer y
layout(location = 3) in vec4 aQuad;    // the rectangle: left, top, width, height
layout(location = 8) in vec4 aTexels;  // texture coordinates: left, top, width, height

out vec2 vTexel;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 point = aQuad.xy + corner * aQuad.zw;
  vTexel = aTexels.xy + corner * aTexels.zw;
  vec3 place = aOrigin.xyz + point.x * aRight.xyz + point.y * aDown.xyz;
  gl_Position = vec4(place.xy, 0.0, place.z);
  give();
}
