#include "Peers.h"

#include <GL/glu.h>
#include <cairo/cairo.h>
#include <stdlib.h>

typedef struct {
  GLUtesselator *tessellator;
  int vertexCount;
  int failed;
  double *made[4096];
  int madeCount;
} Work;

static void begin(GLenum kind, void *data) { (void)kind, (void)data; }
static void end(void *data) { (void)data; }
static void edgeFlag(GLboolean flag, void *data) { (void)flag, (void)data; }

static void vertex(void *vertexData, void *data) {
  (void)vertexData;
  ((Work *)data)->vertexCount++;
}

static void error(GLenum code, void *data) {
  (void)code;
  ((Work *)data)->failed = 1;
}

static void combine(GLdouble place[3], void *from[4], GLfloat weight[4], void **out, void *data) {
  (void)from, (void)weight;
  Work *work = data;
  double *made = malloc(3 * sizeof(double));
  for (int i = 0; i < 3; i++) made[i] = place[i];
  if (work->madeCount < 4096) work->made[work->madeCount++] = made;
  *out = made;
}

int peerTessellate(const double *coordinates, const int *contourEnds, int contourCount) {
  static Work work;
  work.vertexCount = work.failed = work.madeCount = 0;
  if (!work.tessellator) {
    GLUtesselator *t = work.tessellator = gluNewTess();
    gluTessCallback(t, GLU_TESS_BEGIN_DATA, (_GLUfuncptr)begin);
    gluTessCallback(t, GLU_TESS_END_DATA, (_GLUfuncptr)end);
    gluTessCallback(t, GLU_TESS_VERTEX_DATA, (_GLUfuncptr)vertex);
    gluTessCallback(t, GLU_TESS_EDGE_FLAG_DATA, (_GLUfuncptr)edgeFlag);
    gluTessCallback(t, GLU_TESS_ERROR_DATA, (_GLUfuncptr)error);
    gluTessCallback(t, GLU_TESS_COMBINE_DATA, (_GLUfuncptr)combine);
    gluTessProperty(t, GLU_TESS_WINDING_RULE, GLU_TESS_WINDING_NONZERO);
    gluTessNormal(t, 0, 0, 1);
  }
  gluTessBeginPolygon(work.tessellator, &work);
  int index = 0;
  for (int contour = 0; contour < contourCount; contour++) {
    gluTessBeginContour(work.tessellator);
    for (; index < contourEnds[contour]; index++) {
      double place[3] = {coordinates[2 * index], coordinates[2 * index + 1], 0};
      gluTessVertex(work.tessellator, place, (void *)(coordinates + 2 * index));
    }
    gluTessEndContour(work.tessellator);
  }
  gluTessEndPolygon(work.tessellator);
  for (int i = 0; i < work.madeCount; i++) free(work.made[i]);
  return work.failed ? -1 : work.vertexCount / 3;
}

struct PeerBitmap {
  cairo_surface_t *surface;
};

PeerBitmap *peerBitmapCreate(int size) {
  PeerBitmap *bitmap = malloc(sizeof *bitmap);
  bitmap->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, size, size);
  return bitmap;
}

void peerBitmapDestroy(PeerBitmap *bitmap) {
  cairo_surface_destroy(bitmap->surface);
  free(bitmap);
}

void peerFill(
  PeerBitmap *bitmap, const char *verbs, int verbCount, const double *p, double scale, double x, double y) {
  cairo_t *cairo = cairo_create(bitmap->surface);
  cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
  cairo_paint(cairo);
  cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
  cairo_scale(cairo, scale, scale);
  cairo_translate(cairo, -x, -y);
  for (int i = 0; i < verbCount; i++) {
    switch (verbs[i]) {
    case 'M': cairo_move_to(cairo, p[0], p[1]); p += 2; break;
    case 'L': cairo_line_to(cairo, p[0], p[1]); p += 2; break;
    case 'C': cairo_curve_to(cairo, p[0], p[1], p[2], p[3], p[4], p[5]); p += 6; break;
    default: cairo_close_path(cairo);
    }
  }
  cairo_fill(cairo);
  cairo_destroy(cairo);
}

const unsigned char *peerBitmapPixels(PeerBitmap *bitmap, int *bytesPerRow) {
  cairo_surface_flush(bitmap->surface);
  *bytesPerRow = cairo_image_surface_get_stride(bitmap->surface);
  return cairo_image_surface_get_data(bitmap->surface);
}
