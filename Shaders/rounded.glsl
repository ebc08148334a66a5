// The shape that all rectangular contents share.
//
in vec4 vPlace;  // the point of the layer, and the place in the texture
flat in vec4 vBox;
flat in vec4 vFill;
flat in vec4 vStroke;
flat in vec4 vShape;
flat in vec3 vGrid;  // the pixel of the layer's origin, y upward; points a pixel, 0 where it is turned

out vec4 color;

// The place in the layer. On an upright one it is counted from the pixel of the origin, without any rounding: what is moved
// by whole pixels looks the same, to the last bit, wherever the rectangle ends that is drawn of it. vBox is shifted by the
// rest of a pixel.
vec2 findPlace() {
  return vGrid.z > 0.0 ? vec2(gl_FragCoord.x - vGrid.x, vGrid.y - gl_FragCoord.y) * vGrid.z : vPlace.xy;
}

// The signed distance in points to the edge of a rounded rectangle, negative inside, and how much it changes
// from one pixel to the next. The direction in which it changes is known; derivatives of the distance itself
// would be wrong in pixel quads that a corner divides.
void findEdge(out float distance, out float slope) {
  vec2 middle = vBox.xy + 0.5 * vBox.zw;
  vec2 place = findPlace() - middle;
  vec2 q = abs(place) - 0.5 * vBox.zw + vShape.x;
  vec2 beyond = max(q, 0.0);
  float reach = length(beyond);
  distance = reach + min(max(q.x, q.y), 0.0) - vShape.x;
  vec2 nearest = q.x > q.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 direction = (reach > 0.0 ? beyond / reach : nearest) * vec2(place.x < 0.0 ? -1.0 : 1.0, place.y < 0.0 ? -1.0 : 1.0);
  float turned = length(vec2(dot(direction, dFdx(vPlace.xy)), dot(direction, dFdy(vPlace.xy))));
  slope = max(vGrid.z > 0.0 ? vGrid.z : turned, 1e-6);
}

// How much of the pixel lies inside an edge at a distance that changes by `slope` a pixel.
float coverage(float distance, float slope) {
  return clamp(0.5 - distance / slope, 0.0, 1.0);
}

// How much of the pixel lies inside the rounded rectangle.
float edgeCoverage() {
  float distance, slope;
  findEdge(distance, slope);
  return coverage(distance, slope);
}

// Zero, found from all that comes through the vertices; nothing has both a border and a blur. Programs that read the same
// have in common how a driver without a graphics card sets up triangles, which takes it longer to make than all the rest of a
// program.
float nothing() {
  vec4 all = vFill + vStroke + vPlace;
  return vShape.y * vShape.z * (all.x + all.y + all.z + all.w + vShape.w);
}
