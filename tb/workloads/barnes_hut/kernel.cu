// Gravity on each body by a walk down an octree: a cell that is small for its distance acts as one mass at its centre,
// others are opened. The stack of cells still to visit lies in local memory.
constexpr int stack_size = 128;  // the tree is 16 levels deep: 16 * 7 + 8 cells wait at most

/// centre: mass centre and mass of each cell; children: first and number (0: a leaf); square: of the cell's side.
/// Cell 0 is the root. pull: x, y and z of body i at i, bodies + i, 2 * bodies + i.
extern "C" __global__ void barnes_hut(const float4* centre, const int2* children, const float* square,
                                      const float4* body, float* pull, int bodies, float opening, float softening) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= bodies) return;
  const float4 here = body[i];
  float px = 0, py = 0, pz = 0;
  int stack[stack_size];
  stack[0] = 0;
  for (int waiting = 1; waiting > 0;) {
    const int cell = stack[--waiting];
    const float4 there = centre[cell];
    const int2 inside = children[cell];
    const float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
    const float distance = fmaf(dz, dz, fmaf(dy, dy, fmaf(dx, dx, softening)));  // squared
    if (inside.y == 0 || square[cell] < opening * distance) {
      const float near = 1.0f / sqrtf(distance);
      const float strength = there.w * near * near * near;
      px = fmaf(strength, dx, px);
      py = fmaf(strength, dy, py);
      pz = fmaf(strength, dz, pz);
    } else {
      for (int child = inside.y - 1; child >= 0; --child) stack[waiting++] = inside.x + child;
    }
  }
  pull[i] = px;
  pull[bodies + i] = py;
  pull[2 * bodies + i] = pz;
}
