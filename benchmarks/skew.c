/* Moves the time of day of a program by as many milliseconds as the file CAIRN_SKEW says; other clocks stay. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static volatile int64_t *offset(void) {
    static volatile int64_t *mapped;
    if (!mapped) {
        const char *path = getenv("CAIRN_SKEW");
        int file = path ? open(path, O_RDONLY) : -1;
        if (file < 0) return 0;
        void *found = mmap(0, 8, PROT_READ, MAP_SHARED, file, 0);
        mapped = found == MAP_FAILED ? 0 : found;
    }
    return mapped;
}

int clock_gettime(clockid_t which, struct timespec *told) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, told);
    volatile int64_t *by = which == CLOCK_REALTIME ? offset() : 0;
    if (!result && by) {
        int64_t all = told->tv_sec * 1000000000LL + told->tv_nsec + *by * 1000000LL;
        told->tv_sec = all / 1000000000LL;
        told->tv_nsec = all % 1000000000LL;
    }
    return result;
}
