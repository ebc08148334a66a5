// Places the four corners of a rectangle of layer coordinates; one instance is one rectangle.

layout(location = 0) in vec4 aOrigin;  // clip x, y, w of the layer's origin; the column of its pixel
layout(location = 1) in vec4 aRight;   // their change along one point of layer x; the row, y upward
layout(location = 2) in vec4 aDown;    // their change along one point of layer y; points a pixel, 0 on a layer that is turned
layout(location = 3) in vec4 aQuad;    // the rectangle: left, top, width, height
layout(location = 4) in vec4 aBox;     // the shape inside it: left, top, width, height
layout(location = 5) in vec4 aFill;    // premultiplied
layout(location = 6) in vec4 aStroke;  // premultiplied
layout(location = 7) in vec4 aShape;   // corner radius, border width, blur, opacity
layout(location = 8) in vec4 aTexels;  // texture coordinates: left, top, width, height

out vec4 vPlace;  // the point of the layer, and the place in the texture
out vec2 vPoint;
out vec2 vTexel;
flat out vec4 vBox;
flat out vec4 vFill;
flat out vec4 vStroke;
flat out vec4 vShape;
flat out vec3 vGrid;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vPoint = aQuad.xy + corner * aQuad.zw;
  vTexel = aTexels.xy + corner * aTexels.zw;
  vPlace = vec4(vPoint, vTexel);
  vBox = aBox;
  vFill = aFill;
  vStroke = aStroke;
  vShape = aShape;
  vGrid = vec3(aOrigin.w, aRight.w, aDown.w);
  vec3 place = aOrigin.xyz + vPoint.x * aRight.xyz + vPoint.y * aDown.xyz;
  gl_Position = vec4(place.xy, 0.0, place.z);
}
