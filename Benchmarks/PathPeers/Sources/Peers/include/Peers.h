#ifndef PEERS_H
#define PEERS_H

/// Cuts polygons with GLU's tessellator (non-zero); returns the number of triangles, or -1 when it failed.
int peerTessellate(const double *coordinates, const int *contourEnds, int contourCount);

/// A bitmap that cairo fills.
typedef struct PeerBitmap PeerBitmap;

PeerBitmap *peerBitmapCreate(int size);
void peerBitmapDestroy(PeerBitmap *bitmap);

/// Clears the bitmap and fills a path. `verbs` holds M, L, C and Z; `coordinates` what they need, one after the other.
void peerFill(
  PeerBitmap *bitmap, const char *verbs, int verbCount, const double *coordinates, double scale, double x, double y);

/// The bitmap's coverage, and the bytes from one row to the next.
const unsigned char *peerBitmapPixels(PeerBitmap *bitmap, int *bytesPerRow);

#endif
