// The shape that all rectangular contents share.

in vec2 vPoint;
in vec2 vTexel;
flat in vec4 vBox;
flat in vec4 vFill;
flat in vec4 vStroke;
flat in vec4 vShape;

out vec4 color;

// The distance in points to the edge of a rounded rectangle, negative inside.
float edgeDistance() {
  vec2 middle = vBox.xy + 0.5 * vBox.zw;
  vec2 q = abs(vPoint - middle) - 0.5 * vBox.zw + vShape.x;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - vShape.x;
}

// How much of the pixel lies inside an edge at a distance that changes by `slope` a pixel.
float coverage(float distance, float slope) {
  return clamp(0.5 - distance / slope, 0.0, 1.0);
}

float slopeOf(float distance) {
  return max(length(vec2(dFdx(distance), dFdy(distance))), 1e-6);
}
