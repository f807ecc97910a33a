import { reasonOf } from "../run-command";
import { adviceAbout } from "./advice";

/** Result of a check. `advice` says what to do; null if nothing. */
export type Finding = { state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export interface Check {
  name: string;
  /** A check that must succeed first. If it throws, this check is skipped. */
  needs?: string;
  run(): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ state: "ok", found, advice: null });
export const warn = (found: string, advice: string): Finding => ({ state: "warn", found, advice });
export const fail = (found: string, advice: string): Finding => ({ state: "fail", found, advice });

/** Runs checks one after the other. A check that throws fails; the others still run, unless they need it. */
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
