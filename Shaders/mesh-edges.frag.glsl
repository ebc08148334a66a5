// Adds the coverage of an edge to the pixels beyond it, and subtracts it from those before it.

flat in vec3 vLine;
flat in float vSide;

out vec4 color;

// How much of a pixel a straight edge covers whose middle lies `distance` outside of it.
float covered(float distance, vec2 normal) {
  float longer = max(normal.x, normal.y), shorter = min(normal.x, normal.y);
  float far = abs(distance);
  float rest = max(0.5 * (longer + shorter) - far, 0.0);
  float small = far > 0.5 * (longer - shorter) ? rest * rest / (2.0 * longer * max(shorter, 1e-9)) : 0.5 - far / longer;
  return distance >= 0.0 ? small : 1.0 - small;
}

void main() {
  float distance = dot(vLine.xy, gl_FragCoord.xy) + vLine.z;
  float share = covered(vSide * distance, abs(vLine.xy)) * (128.0 / 255.0);
  color = vSide > 0.0 ? vec4(share, 0.0, 0.0, 0.0) : vec4(0.0, share, 0.0, 0.0);
}
