// Places the corners of cells, and hands on what their pixels have in common: ten coefficients for red, green and blue,
// one after the other.

layout(location = 0) in vec4 aPlace;  // the cell in clip space: left, top, right, bottom
layout(location = 1) in vec4 aFirst;
layout(location = 2) in vec4 aSecond;
layout(location = 3) in vec4 aThird;
layout(location = 4) in vec4 aFourth;
layout(location = 5) in vec4 aFifth;
layout(location = 6) in vec4 aSixth;
layout(location = 7) in vec4 aSeventh;
layout(location = 8) in vec4 aEighth;

out vec2 vPlace;  // in the cell, downward
flat out vec3 vConstant;
flat out vec3 vY;
flat out vec3 vYY;
flat out vec3 vYYY;
flat out vec3 vX;
flat out vec3 vXY;
flat out vec3 vXYY;
flat out vec3 vXX;
flat out vec3 vXXY;
flat out vec3 vXXX;

void main() {
  vPlace = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vConstant = aFirst.xyz;
  vY = vec3(aFirst.w, aSecond.xy);
  vYY = vec3(aSecond.zw, aThird.x);
  vYYY = aThird.yzw;
  vX = aFourth.xyz;
  vXY = vec3(aFourth.w, aFifth.xy);
  vXYY = vec3(aFifth.zw, aSixth.x);
  vXX = aSixth.yzw;
  vXXY = aSeventh.xyz;
  vXXX = vec3(aSeventh.w, aEighth.xy);
  gl_Position = vec4(mix(aPlace.xy, aPlace.zw, vPlace), 0.0, 1.0);
}
