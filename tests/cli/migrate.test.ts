import { once } from "node:events";
import { expect, test } from "vitest";
import { openPool } from "~/platform/db/open-pool.server";
import { ensureBuilt } from "../../cli/build.mjs";
import { createTestDatabase, dropTestDatabase } from "../support/server";
import { launch, run } from "./program";

test("[CLI-02] [OPS-04] a signal stops the command only after the migration has ended", async () => {
  await ensureBuilt({ web: false });
  const fresh = await createTestDatabase("empty");
  const env = { DATABASE_URL: fresh.ownerUrl, DATABASE_APP_URL: fresh.runtimeUrl };
  const owner = openPool(fresh.ownerUrl, 1);
  const applied = () =>
    owner.query("select 1 from _prisma_migrations where finished_at is not null limit 1").then(
      ({ rowCount }) => rowCount,
      () => 0,
    );
  const child = launch(["db", "migrate"], env);
  const ended = once(child, "close");
  await expect.poll(applied).toBe(1);
  child.kill("SIGTERM");
  expect(await ended).toEqual([143, null]);
  const again = await run(["db", "migrate", "--json"], env);
  expect([again.code, again.stdout]).toEqual([0, '{"applied":[]}\n']);
  await owner.end();
  await dropTestDatabase(fresh);
});
