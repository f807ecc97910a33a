import fs from "node:fs";
import path from "node:path";
import { fileSentence } from "~/platform/file-trouble.server";
import { exitCodeOf, InterruptedError, printable, hearingSignals, UsageError } from "./run-command";

/** Returns the name of a file while it is being written. */
const partOf = (file: string) => `${file}${PART}`;
const PART = ".part";

/** Age after which an unfinished file counts as left behind by a killed command. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Throws a UsageError unless the file can be read. */
export function requireFile(file: string): void {
  const facts = fs.statSync(file, { throwIfNoEntry: false });
  if (!facts) throw new UsageError(`the file "${file}" does not exist`);
  if (!facts.isFile()) throw new UsageError(`"${file}" is a folder, not a file`);
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    throw new UsageError(fileSentence(error) ?? `"${file}" cannot be read`, { cause: error });
  }
}

/**
 * Throws a UsageError if the file cannot be created, before any work begins. Prints the unfinished files that killed
 * commands left in the folder to stderr.
 */
export function requirePlace(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`the folder "${folder}" for "${path.basename(file)}" does not exist: create it first`);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`"${file}" is a folder: name a file in it`);
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new UsageError(`cannot create a file there: ${fileSentence(error)}`, { cause: error });
  }
  if (fs.existsSync(partOf(file))) throw inTheWay(partOf(file));
  for (const part of abandonedIn(folder, path.extname(file)))
    console.error(`Note: ${describe(part)}. A killed command left it: delete it`);
}

const inTheWay = (part: string) =>
  new UsageError(
    `${describe(part)}. Either another command is writing it now, or a killed command left it: in that case delete it and try again`,
  );

/** Returns for example `an unfinished file "backup.zip.part" exists (12 MB, last written 2026-12-31 03:05 UTC)`. */
function describe(part: string): string {
  const facts = fs.statSync(part, { throwIfNoEntry: false });
  const written = facts?.mtime.toISOString().replace("T", " ").slice(0, 16);
  const megabytes = Math.ceil((facts?.size ?? 0) / 1024 ** 2);
  return `an unfinished file "${printable(part)}" exists (${megabytes} MB, last written ${written} UTC)`;
}

/** Returns unfinished files of the same kind that are no longer written. */
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
 * Writes a file that only its owner may read. It has another name until it is complete and on disk. Returns its size in
 * bytes.
 * Throws a UsageError if another process is writing it.
 */
export async function toFile(pieces: AsyncIterable<Buffer>, file: string): Promise<number> {
  const part = partOf(file);
  // Never writes to an existing file, which others may read or which may be a link.
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

/** Adds the file name, which Node omits when the disk is full during a write. */
function about(error: unknown, file: string): unknown {
  const { path: named, syscall } = error as NodeJS.ErrnoException;
  if (named !== undefined || (syscall !== "write" && syscall !== "fsync")) return error;
  return Object.assign(error as Error, { path: file });
}

/**
 * Runs work that leaves files behind when it fails, and calls `tidy` after an error or a signal. `use` gets a function
 * that throws after a signal for which others wait too.
 */
export async function tidying<T>(tidy: () => void, use: (throwIfInterrupted: () => void) => Promise<T>): Promise<T> {
  let interruption: InterruptedError | undefined;
  const interrupted = (signal: NodeJS.Signals) => {
    interruption = new InterruptedError(signal);
    // Other listeners have to clean up as well.
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
