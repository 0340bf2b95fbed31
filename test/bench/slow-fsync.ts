import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

export const fsyncMs = 10

/** Loaded before libc, it makes each fsync and fdatasync of a process take this long, as on a slow or busy disk. */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_a_little(void) {
  struct timespec time = { 0, ${fsyncMs} * 1000000L };
  nanosleep(&time, 0);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_a_little();
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_a_little();
  return real(fd);
}
`

/** Compiles the shim; resolves to the environment of a process whose fsync is slow. Needs `cc`, and Linux. */
export const makeFsyncSlow = async (folder: string): Promise<NodeJS.ProcessEnv> => {
  const [code, library] = [join(folder, 'slow-fsync.c'), join(folder, 'slow-fsync.so')]
  await writeFile(code, source)
  await runTool('cc', ['-O1', '-shared', '-fPIC', '-o', library, code, '-ldl'])
  return { LD_PRELOAD: library }
}
