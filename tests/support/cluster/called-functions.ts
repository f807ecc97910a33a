import fs from "node:fs";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, inject } from "vitest";
import type { Profiler } from "node:inspector";

// Records the functions of app/domain that a test file calls, so that the run can name use cases without a call.

const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
});

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const name = path.relative(process.cwd(), expect.getState().testPath!).replaceAll(path.sep, "+");
  fs.writeFileSync(path.join(inject("calledFolder"), name), calledIn(result).join("\n"));
});

function calledIn(scripts: Profiler.ScriptCoverage[]): string[] {
  return scripts.flatMap(({ url, functions }) => {
    const [, module] = /\/app\/domain\/(.+)\.server\.ts/.exec(url) ?? [];
    if (module === undefined) return [];
    return functions
      .filter(({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0)
      .map(({ functionName }) => `${module}#${functionName}`);
  });
}
