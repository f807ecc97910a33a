import { spawn } from "node:child_process";
import type { Scanning } from "~/domain/files/store-file.server";
import { log } from "~/platform/log.server";

/** A scanner that neither reads nor ends for this long is killed. */
const TIMEOUT_MS = 60_000;

/**
 * Returns a function that starts the scanner for one file. The bytes are its standard input; nothing about the file is
 * in its arguments, and no shell runs. It exits with 0 for a clean file and with 1 for a file to refuse. Every other
 * end means that the file could not be checked.
 * @param command the program and its arguments, separated by spaces
 */
export function scannerOf(command: string, timeoutMs = TIMEOUT_MS): () => Scanning {
  const [program = "", ...args] = command.trim().split(/\s+/);
  return () => {
    const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"] });
    const ended = new Promise<{ code: number | null; reason?: string }>((resolve) => {
      child.once("error", (error) => resolve({ code: null, reason: error.message }));
      child.once("close", (code, signal) => resolve({ code, ...(signal && { reason: signal }) }));
    });
    const inTime = async <T>(wait: Promise<T>): Promise<T> => {
      const late = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      return wait.finally(() => clearTimeout(late));
    };
    // A scanner may decide before it has read everything.
    child.stdin.on("error", () => {});
    return {
      async write(bytes) {
        if (child.stdin.destroyed || child.stdin.write(bytes)) return;
        const drained = new Promise<void>((resolve) => child.stdin.once("drain", resolve));
        await inTime(Promise.race([drained, ended]));
      },
      async result() {
        child.stdin.end();
        const { code, reason } = await inTime(ended);
        if (code === 0) return "clean";
        if (code === 1) return "refused";
        log.error({ code, reason }, "file not checked: the scanner failed");
        return "failed";
      },
      stop() {
        child.kill("SIGKILL");
      },
    };
  };
}
