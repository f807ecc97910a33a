import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** A process that runs now (never a zombie). */
export interface RunningProcess {
  pid: number;
  /** its arguments, joined by spaces */
  command: string;
}

/**
 * Lists the processes of this machine that are visible to the current user.
 * @returns one entry per live process; kernel threads and zombies have no command line and are left out
 * @throws when neither /proc nor `ps` can be read
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
 * Tells processes apart that had the same process id one after the other.
 * @param pid any process id
 * @returns a text that stays the same for the life of the process; undefined when no such process runs (a zombie does
 * not)
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    // The command name in parentheses may itself hold spaces and parentheses.
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

/**
 * Sends a signal to a process; one that has ended, or is not ours to signal, is left alone.
 * @param pid a process id
 * @param name the signal
 */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Callers wait for what they want to happen, and report it when it does not.
  }
}

function readOrEmpty(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
