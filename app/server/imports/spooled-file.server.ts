import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { watchBytes } from "~/domain/imports/detect-encoding";
import { decoded, isByteEncoding, type Encoding } from "~/domain/imports/encodings";
import { MAX_BYTES } from "~/domain/imports/import-run";
import { DomainError } from "~/domain/shared/errors";

/** An open file on disk, and its text encoding. */
export interface SpooledFile {
  handle: fs.promises.FileHandle;
  encoding: Encoding;
}

/**
 * Writes an uploaded file to disk, passes it to `use` and removes it. Its encoding is known only at the end, so it is
 * read twice; memory does not grow with it. It is unlinked as soon as it is open, so nothing stays behind when the
 * process is killed. Throws `import_file_too_large` (params: megabytes; reading stops then), `import_file_no_text` (a
 * workbook or another file that is not text), `import_file_empty`.
 */
export async function spooled<T>(bytes: AsyncIterable<Uint8Array>, use: (file: SpooledFile) => Promise<T>): Promise<T> {
  const name = path.join(os.tmpdir(), `finderlohn-import-${randomUUID()}`);
  // No other user of the machine may read it.
  const handle = await fs.promises.open(name, "wx+", 0o600);
  const unlink = () => fs.promises.rm(name, { force: true });
  try {
    // Windows cannot remove an open file.
    await unlink().catch(() => {});
    return await use({ handle, encoding: await write(bytes, handle) });
  } finally {
    await handle.close();
    await unlink();
  }
}

async function write(bytes: AsyncIterable<Uint8Array>, handle: fs.promises.FileHandle): Promise<Encoding> {
  const watch = watchEncoding();
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new DomainError("import_file_too_large", { max: MAX_BYTES / 1024 / 1024 });
    watch.see(chunk);
    // Not write(): on a nearly full disk it may write less than requested.
    await handle.appendFile(chunk);
  }
  if (size === 0) throw new DomainError("import_file_empty");
  return watch.encoding();
}

/** Bytes read from the disk in one call. */
const READ_AT_ONCE = 64 * 1024;

/** Yields the bytes from the start, however often they were read before. */
async function* bytesOf({ handle }: SpooledFile): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_AT_ONCE), 0, READ_AT_ONCE, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

const BOMS: [number[], Encoding][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/**
 * Detects the encoding by byte order mark. Without one it is UTF-8 if all bytes are valid, and UTF-16 if every other
 * byte is zero as in western texts. Otherwise it is the encoding in which most of the text are words.
 */
function watchEncoding() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const bytes = watchBytes();
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  let size = 0;
  /** Zero bytes at even and at odd positions. */
  const zeros: [number, number] = [0, 0];
  const readable = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  return {
    see(chunk: Uint8Array) {
      if (start.length < 3) start = Buffer.concat([start, chunk.subarray(0, 3)]);
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) zeros[(size + at) & 1]!++;
      size += chunk.byteLength;
      isUtf8 &&= readable(chunk);
      bytes.see(chunk);
    },
    encoding(): Encoding {
      const marked = BOMS.find(([mark]) => mark.every((byte, index) => start[index] === byte))?.[1];
      if (marked?.startsWith("utf-16")) return marked;
      if (zeros[0] + zeros[1] > 0) {
        const half = size * LEAST_ZEROS;
        if (size % 2 === 0 && zeros[1] > half && zeros[0] === 0) return "utf-16le";
        if (size % 2 === 0 && zeros[0] > half && zeros[1] === 0) return "utf-16be";
        // Other texts have no zero bytes. An Excel workbook has many.
        throw new DomainError("import_file_no_text");
      }
      return marked ?? (isUtf8 && readable() ? "utf-8" : bytes.encoding());
    },
  };
}

/** The share of zero bytes above which a file is UTF-16; pure ASCII would have one half. */
const LEAST_ZEROS = 0.4;

/** Yields the text of a file in chunks, without its byte order mark. */
export async function* textOf(file: SpooledFile): AsyncGenerator<string> {
  const { encoding } = file;
  if (isByteEncoding(encoding)) {
    for await (const chunk of bytesOf(file)) yield decoded(chunk, encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const DELIMITERS = [";", ",", "\t"];
/** Characters of the header that are inspected. */
const LOOKED_AT = 20_000;

/**
 * Returns the cell delimiter. It is the one that the first line names ("sep=;", as Excel writes it), or the most
 * frequent one outside of quotes in the first non-empty line.
 */
export async function delimiterOf(file: SpooledFile): Promise<{ delimiter: string; isNamed: boolean }> {
  let text = "";
  for await (const piece of textOf(file)) {
    text += piece;
    if (text.trimStart().length > LOOKED_AT) break;
  }
  const named = /^sep=([;,\t])(?:\r|\n|$)/i.exec(text)?.[1];
  if (named) return { delimiter: named, isNamed: true };
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const sign of text.trimStart().slice(0, LOOKED_AT)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === "\n" || sign === "\r")) break;
    else if (!quoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return { delimiter: most![1] > 0 ? most![0] : ",", isNamed: false };
}
