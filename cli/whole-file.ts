import fs from "node:fs";
import path from "node:path";
import { fileSentence } from "~/platform/file-trouble.server";
import { exitCodeOf, InterruptedError, printable, hearingSignals, UsageError } from "./run-command";

/** A file is written under this name until it is whole. */
const partOf = (file: string) => `${file}${PART}`;
const PART = ".part";

/** A file that nothing was written to for so long is what a command left that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Throws a UsageError unless a file can be read. */
export function requireFile(file: string): void {
  const facts = fs.statSync(file, { throwIfNoEntry: false });
  if (!facts) throw new UsageError(`there is no file "${file}"`);
  if (!facts.isFile()) throw new UsageError(`"${file}" is a folder, not a file`);
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    throw new UsageError(fileSentence(error) ?? `"${file}" cannot be read`, { cause: error });
  }
}

/**
 * Throws a UsageError when a file cannot be made there: before the work begins that it is to tell of. Names on stderr
 * what commands that were killed have left in the folder.
 */
export function requirePlace(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder "${folder}" for "${path.basename(file)}": make it first`);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`"${file}" is a folder: name a file in it`);
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new UsageError(`no file can be made there: ${fileSentence(error)}`, { cause: error });
  }
  if (fs.existsSync(partOf(file))) throw inTheWay(partOf(file));
  for (const part of abandonedIn(folder, path.extname(file)))
    console.error(`Note: ${describe(part)}. A command that was killed has left it: delete it`);
}

const inTheWay = (part: string) =>
  new UsageError(
    `${describe(part)}. Either another command is writing it at this moment, or one that was killed has left it: then delete it and try again`,
  );

/** Such as `an unfinished file "backup.zip.part" is there (12 MB, last written 2026-12-31 03:05 UTC)`. */
function describe(part: string): string {
  const facts = fs.statSync(part, { throwIfNoEntry: false });
  const written = facts?.mtime.toISOString().replace("T", " ").slice(0, 16);
  const megabytes = Math.ceil((facts?.size ?? 0) / 1024 ** 2);
  return `an unfinished file "${printable(part)}" is there (${megabytes} MB, last written ${written} UTC)`;
}

/** Unfinished files of the same kind that nobody writes any more. */
function abandonedIn(folder: string, extension: string): string[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(`${extension}${PART}`));
  return names
    .map((name) => path.join(folder, name))
    .filter((part) => {
      const facts = fs.statSync(part, { throwIfNoEntry: false });
      return facts?.isFile() && Date.now() - facts.mtimeMs > ABANDONED_MS;
    });
}

/**
 * Writes a file that only its owner may read, under another name until it is whole and on the disk. Returns its size in
 * bytes.
 * Throws a UsageError when another process writes it.
 */
export async function toFile(pieces: AsyncIterable<Buffer>, file: string): Promise<number> {
  const part = partOf(file);
  // Nothing that is there is written to: neither a file that others may read, nor one that somebody has linked from
  // there.
  const handle = await fs.promises.open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw inTheWay(part);
  });
  return tidying(
    () => fs.rmSync(part, { force: true }),
    async (throwIfInterrupted) => {
      try {
        await fs.promises.writeFile(
          handle,
          (async function* () {
            for await (const piece of pieces) {
              throwIfInterrupted();
              yield piece;
            }
          })(),
        );
        await handle.sync();
        throwIfInterrupted();
        const { size } = await handle.stat();
        await handle.close();
        await fs.promises.rename(part, file);
        return size;
      } catch (error) {
        await handle.close().catch(() => {});
        throw about(error, file);
      }
    },
  );
}

/** Node names no file when a disk is full while it writes. */
function about(error: unknown, file: string): unknown {
  const { path: named, syscall } = error as NodeJS.ErrnoException;
  if (named !== undefined || (syscall !== "write" && syscall !== "fsync")) return error;
  return Object.assign(error as Error, { path: file });
}

/**
 * Runs something that leaves things behind when it does not come to its end: an error, or a signal, tidies up first.
 * `use` is given what throws once a signal has come while something else waits for it as well.
 */
export async function tidying<T>(tidy: () => void, use: (throwIfInterrupted: () => void) => Promise<T>): Promise<T> {
  let interruption: InterruptedError | undefined;
  const interrupted = (signal: NodeJS.Signals) => {
    interruption = new InterruptedError(signal);
    // Whoever else waits for it has to tidy up as well.
    if (process.listenerCount(signal) > 1) return;
    tidy();
    process.exit(exitCodeOf(interruption));
  };
  return hearingSignals(interrupted, async () => {
    try {
      return await use(() => {
        if (interruption) throw interruption;
      });
    } catch (error) {
      tidy();
      throw error;
    }
  });
}
