import { expect, it } from "vitest";
import { sizeNote } from "../../cli/backup/size-note";
import { useDatabase } from "../support/database";

const db = useDatabase();

it("[OPS-02] a backup of a large database names the tools to use instead, also on a cluster", async () => {
  expect(await sizeNote(db.ownerUrl)).toBeNull();
  expect(await sizeNote(db.ownerUrl, 0.001)).toMatch(/^Note: the database has 0 GB\. Above 0\.001 GB use the tools of/);
});
