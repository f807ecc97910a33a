import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** A running process (never a zombie). */
export interface RunningProcess {
  pid: number;
  /** its arguments, joined by spaces */
  command: string;
}

/**
 * Lists the processes that the current user can see.
 * @returns one entry per live process; kernel threads and zombies have no command line and are left out
 * @throws if neither /proc nor `ps` can be read
 */
export function listProcesses(): RunningProcess[] {
  return process.platform === "linux" ? listFromProc() : listFromPs();
}

function listFromProc(): RunningProcess[] {
  const found: RunningProcess[] = [];
  for (const entry of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    // Readable for every user, unlike /proc/<pid>/cwd, which root cannot read in a container.
    const command = readOrEmpty(`/proc/${entry}/cmdline`).replaceAll("\0", " ").trim();
    if (command !== "") found.push({ pid: Number(entry), command });
  }
  return found;
}

function listFromPs(): RunningProcess[] {
  const lines = execFileSync("ps", ["-axwwo", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });
}

/**
 * Returns an identity that distinguishes processes that reuse the same process id.
 * @param pid any process id
 * @returns a constant text for the life of the process; undefined if it does not run or is a zombie
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    // The command name in parentheses may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat === "" || fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  }
  try {
    const [state = "Z", ...started] = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split(/\s+/);
    return state.startsWith("Z") ? undefined : started.join(" ");
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process. Ignores processes that have ended or that may not be signaled. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Callers wait for the effect and report if it does not happen.
  }
}

function readOrEmpty(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
