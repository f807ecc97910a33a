import fs from "node:fs";
import os from "node:os";

const SHARED_MEMORY = "/dev/shm";
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Where files of a test cost least: in memory, when the machine has a file system there with room, else among temporary
 * files.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(SHARED_MEMORY);
    fs.accessSync(SHARED_MEMORY, fs.constants.W_OK);
    if (bavail * bsize > NEEDED_BYTES) return SHARED_MEMORY;
  } catch {
    // There is none.
  }
  return os.tmpdir();
}
