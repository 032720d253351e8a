// Edges in a picture: the magnitude |gx| + |gy| of Sobel's gradient, 255 at most. The picture is a texture of one byte a
// texel; fetches outside it give the nearest texel of the edge.
extern "C" __global__ void sobel(cudaTextureObject_t picture, unsigned char* out, int width, int height, int scale) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  const auto at = [&](int dx, int dy) {
    return static_cast<int>(tex2D<unsigned char>(picture, static_cast<float>(x + dx) + 0.5f,
                                                 static_cast<float>(y + dy) + 0.5f));
  };
  int nw = at(-1, -1), n = at(0, -1), ne = at(1, -1);
  int w = at(-1, 0), e = at(1, 0);
  int sw = at(-1, 1), s = at(0, 1), se = at(1, 1);
  APPROX_LEVEL(4);
  APPROX_BEGIN(nw, n, ne, w, e, sw, s, se);
  const int gx = ne + 2 * e + se - nw - 2 * w - sw;
  const int gy = nw + 2 * n + ne - sw - 2 * s - se;
  out[y * width + x] = static_cast<unsigned char>(APPROXIMATED(min((abs(gx) + abs(gy)) * scale / 16, 255)));
  APPROX_END();
}
