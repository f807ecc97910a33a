import fs from "node:fs";
import os from "node:os";

// Processor time of what a run has started, which, unlike its minutes, is almost independent of other work.

const TICKS_PER_SECOND = 100;
let counted = ofEndedChildren();

/**
 * Returns the seconds of user and system time of the child process that has just ended, with all descendants that were
 * waited for. So PostgreSQL, which is nobody's child, is not included. NaN on a system without /proc.
 */
export function secondsOfEnded() {
  const before = counted;
  counted = ofEndedChildren();
  return counted - before;
}

function ofEndedChildren() {
  try {
    // The name in the second field may contain spaces.
    const fields = fs.readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

/** Returns the seconds for which the processors of the machine have worked since it started, for any program. */
export const secondsOfMachine = () =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
