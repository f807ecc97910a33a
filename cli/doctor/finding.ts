import { reasonOf } from "../run-command";
import { adviceAbout } from "./advice";

/** What a check found. `advice`: what to do; null when nothing has to be done. */
export type Finding = { state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export interface Check {
  name: string;
  /** The check without which this one says nothing: when that one threw, this one is not made. */
  needs?: string;
  run(): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ state: "ok", found, advice: null });
export const warn = (found: string, advice: string): Finding => ({ state: "warn", found, advice });
export const fail = (found: string, advice: string): Finding => ({ state: "fail", found, advice });

/** Runs checks one after the other. One that throws has failed, and the others still run, except those that need it. */
export async function runChecks(checks: Check[]): Promise<({ check: string } & Finding)[]> {
  const findings = [];
  const thrown = new Set<string>();
  for (const { name, needs, run } of checks) {
    if (needs && thrown.has(needs)) {
      findings.push({ check: name, ...warn("not checked", `correct "${needs}" first`) });
      continue;
    }
    const finding = await run().catch((error: unknown) => {
      thrown.add(name);
      return fail(reasonOf(error), adviceAbout(error));
    });
    findings.push({ check: name, ...finding });
  }
  return findings;
}
