import { expect, it } from "vitest";
import { useDatabase } from "../support/database";

const db = useDatabase();

it("[OPS-04] a test has a migrated database of its own", async () => {
  expect((await db.database.readiness()).queue).toBe(true);
  expect(await db.jobs()).toEqual([]);
  expect(await db.runJobs()).toBe(0);
});
