// Where the points of a mesh lie on its sheet, in pixels with y down the rows.

invariant gl_Position;

uniform highp sampler2D uTable;  // four texels for each mesh, 256 meshes a row
uniform vec3 uRun;               // the number of the first mesh in the table, its slot, and how many slots there are
uniform vec2 uSheet;             // the size of the sheet

struct Mapping {
  vec4 origin;  // x, y, w, and -1 where the mapping mirrors
  vec4 right;
  vec4 down;
};

Mapping mapping(int slot) {
  int number = int(uRun.x) + slot - int(uRun.y) + gl_InstanceID * int(uRun.z);
  ivec2 texel = ivec2((number & 255) * 4, number >> 8);
  Mapping result;
  result.origin = texelFetch(uTable, texel, 0);
  result.right = texelFetch(uTable, texel + ivec2(1, 0), 0);
  result.down = texelFetch(uTable, texel + ivec2(2, 0), 0);
  return result;
}

vec2 onSheet(Mapping mapping, vec2 point) {
  vec3 place = mapping.origin.xyz + point.x * mapping.right.xyz + point.y * mapping.down.xyz;
  return place.xy / place.z;
}

vec4 inClipSpace(vec2 place) {
  return vec4(place * (2.0 / uSheet) - 1.0, 0.0, 1.0);
}
