import fs from "node:fs";
import { expect, it } from "vitest";
import { clusterTests, withoutDatabase } from "./support/cluster/coverage";
import { jobNames } from "~/domain/shared/jobs";
import { read } from "./support/sources";
import { useCases } from "./support/use-cases";

// Without a cluster this only checks the lists. With TEST_CITUS_URL the project "cluster" runs the files and fails if a
// listed use case was not called.

const listed = Object.values(clusterTests).flat();

it("[OPS-07] every use case names the test file that runs it on a cluster, or the reason for none", () => {
  expect(useCases.length).toBeGreaterThan(300);
  const known = [...listed, ...Object.keys(withoutDatabase)];
  expect(useCases.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !useCases.includes(name))).toEqual([]);
  expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
});

it("[OPS-07] the test files for a cluster exist", () => {
  expect(Object.keys(clusterTests).filter((file) => !fs.existsSync(file))).toEqual([]);
});

it("[OPS-07] every job runs on a cluster, because a listed file runs all of the catalog", () => {
  expect(Object.keys(clusterTests)).toContain("tests/jobs/idempotence.test.ts");
  // The type of its cases requires one for each job.
  expect(read("tests/jobs/idempotence.test.ts")).toContain("satisfies Record<JobName, Case>");
  expect(jobNames.length).toBeGreaterThan(20);
});
