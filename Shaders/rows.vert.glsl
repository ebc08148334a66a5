// Places the corners of a rectangle of whole pixels in which the numbers of a row are cubics of how far up it lies. A
// cubic is c0 + c1 t + t² (c2 + c3 t): two numbers that are interpolated, which costs less than four that are read.

layout(location = 0) in vec4 aOrigin;  // clip x, y, w of the target's origin
layout(location = 1) in vec4 aRight;   // their change along one pixel to the right
layout(location = 2) in vec4 aDown;    // their change along one pixel downward
layout(location = 3) in vec4 aQuad;    // the rectangle: left, top, width, height
layout(location = 4) in vec4 aBox;     // c0
layout(location = 5) in vec4 aFill;    // c1
layout(location = 6) in vec4 aStroke;  // c2
layout(location = 7) in vec4 aShape;   // c3
layout(location = 8) in vec4 aTexels;  // places in the cell: left, top, width, height

out vec2 vPlace;
out vec4 vLow;
out vec4 vHigh;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 point = aQuad.xy + corner * aQuad.zw;
  vPlace = aTexels.xy + corner * aTexels.zw;
  vLow = aBox + aFill * vPlace.y;
  vHigh = aStroke + aShape * vPlace.y;
  vec3 place = aOrigin.xyz + point.x * aRight.xyz + point.y * aDown.xyz;
  gl_Position = vec4(place.xy, 0.0, place.z);
  give();
}
