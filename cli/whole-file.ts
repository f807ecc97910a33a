import fs from "node:fs";
import { UsageError } from "./run-command";

/**
 * Writes a file that only its owner may read, under another name until it is whole and on the disk. Returns its size in bytes.
 * Throws a UsageError when another process writes it.
 */
export async function toFile(pieces: AsyncIterable<Buffer>, file: string): Promise<number> {
  const part = `${file}.part`;
  // Nothing that is there is written to: neither a file that others may read, nor one that somebody has linked from there.
  const handle = await fs.promises.open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new UsageError(
      `"${part}" exists: another process writes it, or one that was killed has left it; remove it then`,
    );
  });
  try {
    await fs.promises.writeFile(handle, pieces);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await fs.promises.rename(part, file);
    return size;
  } catch (error) {
    await handle.close().catch(() => {});
    fs.rmSync(part, { force: true });
    throw error;
  }
}
