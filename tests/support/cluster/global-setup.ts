import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { distribute } from "../../../cli/distribute/distribute";
import { migrate } from "../../../cli/migrate";
import { uncalledUseCases } from "../use-cases";
import { createClusterDatabase, readNodes, type ClusterDatabase } from "./database";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder in which each test file writes the functions that it has called; see `called-functions.ts`. */
    calledFolder: string;
  }
}

/** Fewer shards than an installation has, because every test file clones all of them. */
const SHARDS = 4;

/**
 * Provides a distributed template on the cluster at TEST_CITUS_URL instead of a single server. Afterwards it fails if a
 * use case has not run there.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const nodeUrls = (await readNodes()).map(({ url }) => url);
  const run = `test_citus_${process.pid}`;
  const template = await createTemplate(`${run}_template`);
  const calledFolder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-called-"));
  project.provide("calledFolder", calledFolder);
  project.provide("server", {
    adminUrl: nodeUrls[0]!,
    ownerUrl: template.ownerUrl,
    runtimeUrl: template.runtimeUrl,
    run,
    nodeUrls,
  });
  return async () => {
    await template.drop();
    const ran = fs.readdirSync(calledFolder);
    const uncalled = uncalledUseCases(calledFolder);
    fs.rmSync(calledFolder, { recursive: true });
    // A run of chosen files cannot call everything.
    if (ran.length === project.config.include.length && uncalled.length > 0) {
      // vitest only prints an error of a teardown.
      process.exitCode = 1;
      throw new Error(`these use cases have not run on the cluster: ${uncalled.join(", ")}`);
    }
  };
}

async function createTemplate(name: string): Promise<ClusterDatabase> {
  const template = await createClusterDatabase((server) => migrate(server), name);
  const { problems } = await distribute(template, { dryRun: false, shards: SHARDS });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return template;
}
