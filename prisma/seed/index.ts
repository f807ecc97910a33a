import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { hashPassword } from "~/platform/passwords.server";
import { createPeople } from "./people";
import { addDemoOrganization } from "./add-demo-organization";
import { largeOrganization } from "./large";
import { nordlicht } from "./nordlicht";
import { rivage } from "./rivage";
import type { DemoOrganization } from "./demo-organization";

/** Password of all demo users who have one. It is public, so the demo data must not be used in production. */
export const DEMO_PASSWORD = "finderlohn-demo";

/** Returns the organizations of the demo: the two of a first start, and one with hundreds of leads if wanted. */
const demoOrganizations = (large: boolean) => [nordlicht, rivage, ...(large ? [largeOrganization()] : [])];

/** Key of the advisory lock (any number), so that two processes do not add the demo data concurrently. */
const SEED_LOCK = 702_611_22;

/** Max duration of a transaction with a whole organization, also on a slow machine. */
const SEED_MS = 600_000;

/** The database that the demo data is added to. */
export interface DemoTarget {
  /** Connection string of the owner role. */
  ownerUrl: string;
  openDatabase(options: { timeoutMs: number }): Database;
  /** Adds a third organization, with 41 affiliates and about 600 leads. */
  large?: boolean;
}

export interface DemoSignIns {
  /** Whether this call added data; false if it already existed. */
  added: boolean;
  password: string;
  staff: { email: string; organization: string }[];
  affiliates: { email: string; organization: string }[];
}

/**
 * Adds the demo organizations to a database without organizations.
 *
 * @returns the sign-ins, also if the demo organizations already existed; null, with nothing added, if the database has
 * other organizations
 */
export async function seedDemo(target: DemoTarget): Promise<DemoSignIns | null> {
  const organizations = demoOrganizations(target.large ?? false);
  return withOwner(target, async (owner) => {
    await owner.query("select pg_advisory_lock($1)", [SEED_LOCK]);
    const { demo, missing, isIncomplete } = await lookUp(owner, organizations);
    if (isIncomplete) await addOrganizations(target.openDatabase({ timeoutMs: SEED_MS }), missing);
    if (!isIncomplete && demo.size === 0) return null;
    return signIns(
      isIncomplete ? organizations : organizations.filter((organization) => !missing.includes(organization)),
      isIncomplete,
    );
  });
}

/** Whether {@link seedDemo} would add data, after any missing migrations. */
export function wouldSeed(target: Omit<DemoTarget, "openDatabase">): Promise<boolean> {
  const organizations = demoOrganizations(target.large ?? false);
  return withOwner(target, async (owner) => {
    const { rows } = await owner.query("select 1 where to_regclass('public.membership') is not null");
    return rows.length === 0 || (await lookUp(owner, organizations)).isIncomplete;
  });
}

async function withOwner<T>(
  { ownerUrl }: Pick<DemoTarget, "ownerUrl">,
  use: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on("error", () => {});
  await owner.connect();
  try {
    return await use(owner);
  } finally {
    await owner.end();
  }
}

/** Finds the existing demo owners and the missing organizations. */
async function lookUp(owner: pg.Client, organizations: readonly DemoOrganization[]) {
  const { rows } = await owner.query<{ total: number; demo: string[] }>(
    `select (select count(*)::int from organization) as total, array(
       select u.email from app_user u join membership m on m.user_id = u.id and m.role = 'owner'
       where u.email = any($1)) as demo`,
    [organizations.map((organization) => organization.owner.email)],
  );
  const demo = new Set(rows[0]!.demo);
  const missing = organizations.filter((organization) => !demo.has(organization.owner.email));
  // An interrupted first start leaves one of them; the large one may be added later.
  return { demo, missing, isIncomplete: missing.length > 0 && rows[0]!.total === demo.size };
}

async function addOrganizations(database: Database, some: DemoOrganization[]): Promise<void> {
  try {
    const people = await createPeople(database, some, await hashPassword(DEMO_PASSWORD));
    for (const organization of some) {
      const userId = people.get(organization.owner.email)!;
      const owner = { kind: "member", userId, role: "owner", isProven: true } as const;
      const add = (scope: Scope) => addDemoOrganization(scope, organization, people);
      await database.withOrg(randomUUID(), owner, add, "founding");
    }
  } finally {
    await database.close();
  }
}

function signIns(some: DemoOrganization[], added: boolean): DemoSignIns {
  return {
    added,
    password: DEMO_PASSWORD,
    staff: some.flatMap(({ name, owner, members }) =>
      [owner, ...members].map(({ email }) => ({ email, organization: name })),
    ),
    affiliates: some.flatMap(({ name, affiliates }) =>
      // The first two are enough to explore.
      affiliates.slice(0, 2).map(({ person }) => ({ email: person.email, organization: name })),
    ),
  };
}
