import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Bytes that wait in memory. More of them wait on the disk. */
const IN_MEMORY = 16 * 1024 * 1024;
/** Bytes that are read from the disk at a time. */
const READ_AT_ONCE = 256 * 1024;

/** Pieces of a file, between who makes them and who takes them. */
export interface Spool {
  /** Adds a piece. Throws when it is closed, and when the disk is full. */
  put: (piece: Buffer) => void;
  /** The next bytes; null when none wait. */
  take: () => Promise<Buffer | null>;
  isEmpty: () => boolean;
  /** Forgets what waits. */
  close: () => void;
}

/**
 * Keeps what a slow reader has not taken yet, in the order in which it came. Whoever makes the pieces never waits,
 * because they come from a transaction; so the memory they take is limited by putting them on the disk.
 */
export function openSpool(): Spool {
  const waiting: Buffer[] = [];
  let held = 0;
  let file: TemporaryFile | null = null;
  let [written, read] = [0, 0];
  let closed = false;
  return {
    put(piece) {
      if (closed) throw new Error("nobody takes the file any more");
      // What came later must not be taken before what waits on the disk.
      if (written === read && held + piece.length <= IN_MEMORY) {
        waiting.push(piece);
        held += piece.length;
        return;
      }
      file ??= openTemporary();
      fs.writeSync(file.descriptor, piece, 0, piece.length, written);
      written += piece.length;
    },
    async take() {
      const piece = waiting.shift();
      if (piece) {
        held -= piece.length;
        return piece;
      }
      if (!file || read === written) return null;
      const bytes = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, written - read));
      const { bytesRead } = await readAt(file.descriptor, bytes, 0, bytes.length, read);
      read += bytesRead;
      if (read === written) {
        fs.ftruncateSync(file.descriptor);
        [written, read] = [0, 0];
      }
      return bytes.subarray(0, bytesRead);
    },
    isEmpty: () => waiting.length === 0 && read === written,
    close() {
      closed = true;
      waiting.length = 0;
      [written, read] = [0, 0];
      file?.remove();
      file = null;
    },
  };
}

const readAt = promisify(fs.read);

interface TemporaryFile {
  descriptor: number;
  remove: () => void;
}

/** A file that nobody else can open, and that is gone when the process ends. */
function openTemporary(): TemporaryFile {
  const name = path.join(os.tmpdir(), `finderlohn-export-${randomUUID()}`);
  const descriptor = fs.openSync(name, "wx+", 0o600);
  const unlink = () => fs.rmSync(name, { force: true });
  try {
    unlink();
  } catch {
    // Windows removes no open file.
  }
  return {
    descriptor,
    remove() {
      fs.closeSync(descriptor);
      unlink();
    },
  };
}
