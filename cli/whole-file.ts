import fs from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes a file under another name until it is whole. Nobody but its owner may read it when `isPrivate`. */
export async function toFile(
  pieces: AsyncIterable<Buffer>,
  file: string,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(pieces), fs.createWriteStream(part, isPrivate ? { mode: 0o600 } : {}));
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}
