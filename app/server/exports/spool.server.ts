import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Maximum number of bytes held in memory. Further bytes go to disk. */
const IN_MEMORY = 16 * 1024 * 1024;
/** Bytes per read from disk. */
const READ_AT_ONCE = 256 * 1024;

/** A buffer between the writer and the reader of a file. */
export interface Spool {
  /** Adds a chunk. Throws if the spool is closed or the disk is full. */
  put: (piece: Buffer) => void;
  /** Returns the next bytes; null if the spool is empty. */
  take: () => Promise<Buffer | null>;
  isEmpty: () => boolean;
  /** Discards the remaining chunks. */
  close: () => void;
}

/**
 * Opens a buffer for chunks that a slow reader has not taken yet, in their order. The writer never waits, because its
 * database transaction must end soon. Chunks above the memory limit go to disk.
 */
export function openSpool(): Spool {
  const waiting: Buffer[] = [];
  let held = 0;
  let file: TemporaryFile | null = null;
  let [written, read] = [0, 0];
  let closed = false;
  return {
    put(piece) {
      if (closed) throw new Error("the spool is closed: the reader has gone");
      // While older chunks are on disk, new ones must follow them there to keep the order.
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

/** Opens a temporary file that other users cannot open. It disappears when the process ends. */
function openTemporary(): TemporaryFile {
  const name = path.join(os.tmpdir(), `finderlohn-export-${randomUUID()}`);
  const descriptor = fs.openSync(name, "wx+", 0o600);
  const unlink = () => fs.rmSync(name, { force: true });
  try {
    unlink();
  } catch {
    // Windows cannot remove an open file.
  }
  return {
    descriptor,
    remove() {
      fs.closeSync(descriptor);
      unlink();
    },
  };
}
