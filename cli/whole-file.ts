import fs from "node:fs";
import path from "node:path";
import { exitCodeOf, InterruptedError, SIGNALS, UsageError } from "./run-command";

/** Throws a UsageError when a file cannot be made there: before the work begins that it is to tell of. */
export function requirePlace(file: string): void {
  if (!fs.statSync(path.dirname(path.resolve(file)), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder for "${file}"`);
  if (fs.existsSync(`${file}.part`)) throw leftOver(`${file}.part`);
}

const leftOver = (part: string) =>
  new UsageError(
    `"${part}" exists: another process writes it, or one that was killed has left it; remove it then`,
  );

/**
 * Writes a file that only its owner may read, under another name until it is whole and on the disk. Returns its size in bytes.
 * Throws a UsageError when another process writes it.
 */
export async function toFile(pieces: AsyncIterable<Buffer>, file: string): Promise<number> {
  const part = `${file}.part`;
  // Nothing that is there is written to: neither a file that others may read, nor one that somebody has linked from there.
  const handle = await fs.promises.open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw leftOver(part);
  });
  // Nothing of it is left when the command is interrupted.
  let interruption: InterruptedError | undefined;
  const interrupted = (signal: NodeJS.Signals) => {
    interruption = new InterruptedError(signal);
    // Whoever else waits for it has to tidy up as well.
    if (process.listenerCount(signal) > 1) return;
    fs.rmSync(part, { force: true });
    process.exit(exitCodeOf(interruption));
  };
  for (const one of SIGNALS) process.on(one, interrupted);
  try {
    await fs.promises.writeFile(
      handle,
      (async function* () {
        for await (const piece of pieces) {
          if (interruption) throw interruption;
          yield piece;
        }
      })(),
    );
    await handle.sync();
    if (interruption) throw interruption;
    const { size } = await handle.stat();
    await handle.close();
    await fs.promises.rename(part, file);
    return size;
  } catch (error) {
    await handle.close().catch(() => {});
    fs.rmSync(part, { force: true });
    throw error;
  } finally {
    for (const one of SIGNALS) process.off(one, interrupted);
  }
}
