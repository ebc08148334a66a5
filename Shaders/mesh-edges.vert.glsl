// The corners of the two strips along an edge, wide enough for every pixel that the edge touches; `Mesh` explains
// why.

layout(location = 0) in vec4 aEnds;    // the end of the edge that this corner belongs to, and the other end
layout(location = 1) in vec3 aBeyond;  // the contour's corner beyond the own end; slot * 8 + corner

flat out vec3 vLine;   // the outward normal, and what is added for the distance from the edge
flat out float vSide;  // 1 for the outer strip, -1 for the inner one

vec2 direction(vec2 way, vec2 instead) {
  float squared = dot(way, way);
  return squared > 0.0 ? way * inversesqrt(squared) : instead;
}

void main() {
  int code = int(aBeyond.z);
  int corner = code & 7;
  bool isStart = (corner & 1) == 0;
  Mapping place = mapping(code >> 3);
  vec2 own = onSheet(place, aEnds.xy);
  vec2 other = onSheet(place, aEnds.zw);
  vec2 beyond = onSheet(place, aBeyond.xy);
  vec2 along = direction(isStart ? other - own : own - other, vec2(0.0));
  vec2 next = direction(isStart ? own - beyond : beyond - own, along);
  float mirror = place.origin.w;
  vec2 normal = vec2(along.y, -along.x) * mirror;
  float reach = 0.5 * (abs(normal.x) + abs(normal.y));
  float turn = dot(along, next);
  vec2 push = turn >= 0.5 ? (normal + vec2(next.y, -next.x) * mirror) / (1.0 + turn) : normal;
  float side = float(1 - (corner >> 1));
  // Pushed by nothing the corner is the triangles' to the last bit.
  vec2 corrected = side == 0.0 ? own : own + push * (reach * side);
  vLine = vec3(normal, -dot(normal, own));
  vSide = corner < 4 ? 1.0 : -1.0;
  gl_Position = inClipSpace(corrected);
}
