import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "#prisma";
import { migrateRuntime, prepareRuntime } from "../../cli/runtime";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";

export interface QuerySetup {
  /** The same query, sent in different ways. */
  queries: Record<"pg" | "prisma" | "transaction" | "withOrg", () => Promise<unknown>>;
  close(): Promise<void>;
}

/**
 * Opens a database with one affiliate. "Bare" means as the owner role: no organization is set, and no row is hidden.
 */
export async function openQuerySetup(home: string): Promise<QuerySetup> {
  const env = { APP_MODE: "test", DATA_DIR: path.join(home, "data") };
  const runtime = await prepareRuntime(env as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv);
  // The server is not registered yet, and it would outlive this process.
  await migrateRuntime(runtime).catch(async (error: unknown) => {
    await runtime.stop();
    throw error;
  });
  const database = runtime.openDatabase();
  const pool = new pg.Pool({ connectionString: runtime.ownerUrl });
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: runtime.ownerUrl }) });

  const org = await createOrg(database);
  const { affiliateId: id } = await activeAffiliate(database, org);
  const { orgId } = org;
  const where = { orgId, id };
  const columns = '"org_id", "id", "name", "email", "status", "created_by", "created_at"';
  const sql = `select ${columns} from affiliate where org_id = $1 and id = $2 limit 1`;
  return {
    queries: {
      pg: () => pool.query(sql, [orgId, id]),
      prisma: () => prisma.affiliate.findFirst({ where }),
      transaction: () => prisma.$transaction((tx) => tx.affiliate.findFirst({ where })),
      withOrg: () =>
        database.readOrg(orgId, org.owner.actor, (scope) => scope.db.affiliate.findFirst({ where: { id } })),
    },
    async close() {
      await database.close();
      await prisma.$disconnect();
      await pool.end();
      await runtime.stop();
    },
  };
}
