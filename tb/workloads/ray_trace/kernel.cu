// Spheres that mirror each other over a chequered floor, one ray a pixel and then one a bounce: a loop in place of the
// recursion. Square roots and divisions are correctly rounded ones, so that every pixel is the same on every compiler.
constexpr int most_spheres = 32;
constexpr float nearest_hit = 0.001f, floor_level = -1.0f;

struct Vector {
  float x, y, z;
};

__constant__ float4 spheres[most_spheres];  // centre and radius
__constant__ float4 colours[most_spheres];  // red, green, blue, and how much is mirrored

__device__ static Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ static Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ static Vector operator*(Vector a, float f) { return {a.x * f, a.y * f, a.z * f}; }
__device__ static float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ static Vector unit(Vector a) { return a * (1.0f / sqrtf(dot(a, a))); }
__device__ static Vector centre(int i) { return {spheres[i].x, spheres[i].y, spheres[i].z}; }

/// Distance along the ray to sphere i; negative when it misses.
__device__ static float hit(int i, Vector from, Vector direction) {
  const Vector to = from - centre(i);
  const float half = dot(to, direction);
  const float square = half * half - (dot(to, to) - spheres[i].w * spheres[i].w);
  return square > 0.0f ? -half - sqrtf(square) : -1.0f;
}

__device__ static bool in_shadow(Vector from, Vector light, int count) {
  for (int i = 0; i < count; ++i)
    if (hit(i, from, light) > nearest_hit) return true;
  return false;
}

__device__ static unsigned char level(float f) { return static_cast<unsigned char>(255.0f * fminf(f, 1.0f)); }

/// light: unit vector towards the light.
extern "C" __global__ void ray_trace(uchar4* out, int width, int height, int count, int bounces, float light_x,
                                     float light_y, float light_z) {
  const int px = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int py = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (px >= width || py >= height) return;
  const Vector light{light_x, light_y, light_z};
  const float scale = 2.0f / static_cast<float>(height);
  Vector from{0.0f, 0.0f, -4.0f};
  Vector direction = unit({(static_cast<float>(px) - 0.5f * static_cast<float>(width)) * scale,
                           (0.5f * static_cast<float>(height) - static_cast<float>(py)) * scale, 2.0f});
  APPROX_LEVEL(1);
  APPROX_BEGIN(direction.x, direction.y, direction.z);
  Vector colour{0.0f, 0.0f, 0.0f};
  float weight = 1.0f;

  for (int bounce = 0; bounce <= bounces; ++bounce) {
    float distance = 1.0e30f;
    int which = -1;
    for (int i = 0; i < count; ++i) {
      const float d = hit(i, from, direction);
      if (d > nearest_hit && d < distance) {
        distance = d;
        which = i;
      }
    }
    bool is_floor = false;
    if (direction.y < 0.0f) {
      const float d = (floor_level - from.y) / direction.y;
      if (d > nearest_hit && d < distance) {
        distance = d;
        is_floor = true;
      }
    }
    if (!is_floor && which < 0) {  // the sky
      const float height_of = 0.5f * (direction.y + 1.0f);
      colour = colour + Vector{0.5f, 0.7f, 1.0f} * (weight * height_of);
      break;
    }

    const Vector point = from + direction * distance;
    Vector normal{0.0f, 1.0f, 0.0f}, surface{0.9f, 0.9f, 0.9f};
    float mirrored = 0.2f;
    if (is_floor) {
      const int square = static_cast<int>(floorf(point.x)) + static_cast<int>(floorf(point.z));
      if (square & 1) surface = {0.1f, 0.1f, 0.1f};
    } else {
      normal = (point - centre(which)) * (1.0f / spheres[which].w);
      surface = {colours[which].x, colours[which].y, colours[which].z};
      mirrored = colours[which].w;
    }
    const float facing = fmaxf(dot(normal, light), 0.0f);
    const float lit = facing > 0.0f && !in_shadow(point, light, count) ? 0.2f + 0.8f * facing : 0.2f;
    colour = colour + surface * (weight * (1.0f - mirrored) * lit);
    weight *= mirrored;
    from = point;
    direction = direction - normal * (2.0f * dot(direction, normal));
  }
  out[py * width + px] = make_uchar4(level(APPROXIMATED(colour.x)), level(APPROXIMATED(colour.y)), level(APPROXIMATED(colour.z)), 255);
  APPROX_END();
}
