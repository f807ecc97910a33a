import fs from "node:fs";
import os from "node:os";

const SHARED_MEMORY = "/dev/shm";
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Returns the cheapest folder for test files: an in-memory file system with enough space, otherwise the temporary
 * folder.
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
