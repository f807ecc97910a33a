import { reasonOf } from "../run-command";

/** What a check found. `advice`: what to do; null when nothing has to be done. */
export type Finding = { state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export interface Check {
  name: string;
  run(): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ state: "ok", found, advice: null });
export const warn = (found: string, advice: string): Finding => ({ state: "warn", found, advice });
export const fail = (found: string, advice: string): Finding => ({ state: "fail", found, advice });

/** Runs checks one after the other. One that throws has failed, and the others still run. */
export async function runChecks(checks: Check[]): Promise<({ check: string } & Finding)[]> {
  const findings = [];
  for (const { name, run } of checks) {
    const finding = await run().catch((error: unknown) =>
      fail(reasonOf(error), "see docs/operations.md and correct this first"),
    );
    findings.push({ check: name, ...finding });
  }
  return findings;
}
