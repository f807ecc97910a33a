import { expect } from "vitest";
import { deleteFile } from "~/domain/files/delete-file.server";
import { storeFile } from "~/domain/files/store-file.server";
import type { Scope } from "~/domain/shared/scope";
import { asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";
import { pdf } from "../support/files";
import { memoryBucket } from "../support/memory-bucket";

/** Jobs about files, for the test that runs every job twice concurrently. */
export function fileCases(
  db: TestDatabase,
  org: () => Org,
  take: (name: "file.remove") => Promise<unknown>,
  run: (name: "file.move", payload: unknown) => Promise<void>,
) {
  const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org(), use);
  const stored = () =>
    storeFile(inScope, { kind: "receipt", name: "a.pdf", bytes: [pdf(300_000)] }, db.context.files.rules);
  const count = async (table: string) =>
    Number((await db.ownerPool.query(`select count(*) from ${table}`)).rows[0].count);
  const useBucket = () => {
    const bucket = memoryBucket();
    db.context.files = { ...db.context.files, bucket };
    return bucket;
  };
  let bucket = memoryBucket();
  return {
    "file.move": {
      async prepare() {
        bucket = useBucket();
        await stored();
        await stored();
        return { org_id: org().orgId };
      },
      async effect() {
        expect([bucket.objects.size, await count("file_piece"), await count("file")]).toEqual([2, 0, 2]);
      },
    },
    "file.remove": {
      async prepare() {
        bucket = useBucket();
        const id = await stored();
        await run("file.move", { org_id: org().orgId });
        await inScope((scope) => deleteFile(scope, id));
        return take("file.remove");
      },
      effect: async () => expect(bucket.objects.size).toBe(0),
    },
    "file.clean": {
      async prepare() {
        await stored();
        db.at(new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
        return { org_id: org().orgId };
      },
      effect: async () => expect([await count("file"), await count("file_piece")]).toEqual([0, 0]),
    },
    "file.sweep": {
      async prepare() {
        await stored();
        return {};
      },
      effect: async () => expect(await db.jobs("file.clean")).toHaveLength(1),
    },
  };
}
