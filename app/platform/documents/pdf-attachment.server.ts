import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { log } from "../log.server";
import program from "./pdf-attachment.mjs?raw";

interface Limits {
  /** For one file, in milliseconds. */
  time: number;
  /** Bytes of all copies and decompressed streams together. */
  memory: number;
  /** Bytes of the attachment. */
  size: number;
  /** Files that wait; more are not read. */
  waiting: number;
}

const MB = 1024 * 1024;

const HEAP = "--max-old-space-size=128";

/** A usual invoice takes half a second, 1 MB of copies and 60 MB with the program. */
const usual: Limits = { time: 10_000, memory: 64 * MB, size: 2 * MB, waiting: 10 };

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the e-invoice that is attached to a PDF (ZUGFeRD, Factur-X); null if there is none, or if the file cannot be
 * read within the limits. pdf.js reads it in a process of its own, without the environment and one file at a time, so
 * that a hostile file costs the server neither its memory nor its time.
 */
export async function attachedInvoice(pdf: Uint8Array, limits: Partial<Limits> = {}): Promise<Buffer | null> {
  const of = { ...usual, ...limits };
  if (waiting >= of.waiting) return null;
  waiting++;
  const turn = last.then(() => read(pdf, of));
  last = turn;
  return turn.finally(() => waiting--);
}

/** Without the secrets of the server. */
const env = {} as NodeJS.ProcessEnv;

/** Never rejects. */
function read(pdf: Uint8Array, { time, memory, size }: Limits): Promise<Buffer | null> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve("unpdf")).href;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [HEAP, "--input-type=module", "-e", program, library, String(memory)], {
      stdio: ["pipe", "pipe", "ignore"],
      env,
      timeout: time,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > size) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.once("error", (error) => {
      log.error({ err: error }, "a PDF could not be read: no process");
      resolve(null);
    });
    child.once("close", (code) => resolve(code === 0 && length > 0 ? Buffer.concat(chunks) : null));
    // A file that is not a PDF is not read to its end.
    child.stdin.on("error", () => {});
    child.stdin.end(pdf);
  });
}
