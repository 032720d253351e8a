// Survey propagation on a random 3-SAT formula. Literal l of clause c is number 3 * c + l; each carries a survey: how
// surely the clause warns the literal's variable that it must satisfy it.

/// For each variable the chance that no clause warns, among those where it is positive and where it is negated.
/// Its literals: literal[first[v] .. first[v + 1]).
extern "C" __global__ void survey_variables(const int* first, const int* literal, const unsigned char* negated,
                                            const float* survey, float* calm_positive, float* calm_negated,
                                            int variables) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= variables) return;
  float positive = 1, negative = 1;
  for (int i = first[v]; i < first[v + 1]; ++i) {
    const int l = literal[i];
    const float calm = 1.0f - survey[l];
    if (negated[l])
      negative *= calm;
    else
      positive *= calm;
  }
  calm_positive[v] = positive;
  calm_negated[v] = negative;
}

/// New surveys of a clause: a literal is warned when both others are forced not to satisfy the clause.
extern "C" __global__ void survey_clauses(const int* variable, const unsigned char* negated, const float* calm_positive,
                                          const float* calm_negated, float* survey, int clauses) {
  const int c = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (c >= clauses) return;
  float fails[3];
  for (int l = 0; l < 3; ++l) {
    const int v = variable[3 * c + l];
    const bool no = negated[3 * c + l] != 0;
    const float opposite = no ? calm_positive[v] : calm_negated[v];
    const float same = (no ? calm_negated[v] : calm_positive[v]) / (1.0f - survey[3 * c + l]);
    const float unsatisfied = (1.0f - opposite) * same, satisfied = (1.0f - same) * opposite;
    fails[l] = unsatisfied / (unsatisfied + satisfied + same * opposite);
  }
  survey[3 * c] = fminf(fails[1] * fails[2], 0.999f);
  survey[3 * c + 1] = fminf(fails[0] * fails[2], 0.999f);
  survey[3 * c + 2] = fminf(fails[0] * fails[1], 0.999f);
}
