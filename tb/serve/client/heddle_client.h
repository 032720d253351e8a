/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator's side of a model that runs in a process of its own: SystemC can simulate only once in a process,
 * and the simulator, or another model, may use it, too. The two take turns at memory that they share. For C and C++. */
#ifndef HEDDLE_CLIENT_H
#define HEDDLE_CLIENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { heddle_simulator = 0, heddle_model = 1 };

/* What the two processes share; the values of the ports follow it, each from a multiple of four bytes on, as
 * svBitVecVal has them. */
typedef struct {
  uint32_t bytes;   /* of the ports, as the simulator's side has them */
  uint32_t turn;    /* whose it is: heddle_simulator or heddle_model */
  uint32_t asleep;  /* the one who waits for its turn sleeps */
  uint32_t rst_n;   /* rst_ni at the clock edge */
} HeddleShared;

static inline unsigned char* heddle_ports(HeddleShared* s) { return (unsigned char*)(s + 1); }

static inline uint32_t heddle_turn(HeddleShared* s) { return __atomic_load_n(&s->turn, __ATOMIC_SEQ_CST); }

static inline void heddle_give_turn(HeddleShared* s, uint32_t to) {
  __atomic_store_n(&s->turn, to, __ATOMIC_SEQ_CST);
  if (__atomic_exchange_n(&s->asleep, 0, __ATOMIC_SEQ_CST) != 0)
    syscall(SYS_futex, &s->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Waits for `me` to have its turn, a tenth of a second at most; returns whether it has. */
static inline int heddle_await_turn(HeddleShared* s, uint32_t me) {
  const struct timespec tenth = {0, 100000000};
  int i;
  for (i = 0; i < 2000; ++i)
    if (heddle_turn(s) == me) return 1;
  __atomic_store_n(&s->asleep, 1, __ATOMIC_SEQ_CST);
  if (heddle_turn(s) != me) syscall(SYS_futex, &s->turn, FUTEX_WAIT, 1 - me, &tenth, NULL, 0);
  return heddle_turn(s) == me;
}

typedef struct {
  HeddleShared* shared;
  pid_t process;
} HeddleModel;

/* Starts `program`, or the one that the environment variable HEDDLE names, with these words and the number of the
 * file that is shared. Null: it could not be started; an error has been printed. */
static inline HeddleModel* heddle_open(const char* program, const char* const* words, uint32_t bytes) {
  char number[16];
  int file, n = 0;
  const size_t all = sizeof(HeddleShared) + bytes;
  const char** arguments;
  HeddleModel* m = (HeddleModel*)malloc(sizeof(HeddleModel));
  while (words[n] != NULL) ++n;
  arguments = (const char**)malloc((size_t)(n + 3) * sizeof(char*));
  if (getenv("HEDDLE") != NULL) program = getenv("HEDDLE");
  file = (int)syscall(SYS_memfd_create, "heddle", 0u);
  if (m == NULL || arguments == NULL || file < 0 || ftruncate(file, (off_t)all) != 0) {
    perror("heddle: shared memory");
    return NULL;
  }
  m->shared = (HeddleShared*)mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (m->shared == MAP_FAILED) {
    perror("heddle: shared memory");
    return NULL;
  }
  m->shared->bytes = bytes;
  snprintf(number, sizeof number, "%d", file);
  arguments[0] = program;
  memcpy(arguments + 1, words, (size_t)n * sizeof(char*));
  arguments[n + 1] = number;
  arguments[n + 2] = NULL;
  m->process = fork();
  if (m->process == 0) {
    execv(program, (char* const*)arguments);
    fprintf(stderr, "heddle: cannot start %s; the environment variable HEDDLE may name another program\n", program);
    _exit(127);
  }
  close(file);
  free((void*)arguments);
  return m->process < 0 ? NULL : m;
}

/* The model's clock edge: it reads the inputs and shows its outputs. Returns whether the model lives. */
static inline int heddle_edge(HeddleModel* m, int rst_n) {
  int status;
  m->shared->rst_n = rst_n != 0;
  heddle_give_turn(m->shared, heddle_model);
  while (!heddle_await_turn(m->shared, heddle_simulator))
    if (waitpid(m->process, &status, WNOHANG) != 0) return 0;
  return 1;
}

#endif
