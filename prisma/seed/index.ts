import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "~/platform/db/database.server";
import { hashPassword } from "~/platform/passwords.server";
import type { Runtime } from "../../cli/runtime";
import { createPeople } from "./people";
import { nordlicht } from "./nordlicht";
import { playStory } from "./play-story";
import { rivage } from "./rivage";
import type { DemoStory } from "./story";

/** Of everybody in the demo who has a password. Public, which is why the demo data is not for production. */
export const DEMO_PASSWORD = "finderlohn-demo";

const stories = [nordlicht, rivage];
/** Any number: two processes do not add the demo data at once. */
const SEED_LOCK = 702_611_22;

export interface DemoSignIns {
  /** Whether this call added data; otherwise it had been there. */
  added: boolean;
  password: string;
  staff: { email: string; organization: string }[];
  affiliates: { email: string; organization: string }[];
}

/**
 * Adds the demo organisations to a database that has none, and returns how to sign in to them, also when they are there
 * already. Null, and nothing added, when the database belongs to somebody else.
 */
export async function seedDemo(
  runtime: Pick<Runtime, "ownerUrl" | "openDatabase">,
): Promise<DemoSignIns | null> {
  const owner = new pg.Client({ connectionString: runtime.ownerUrl });
  owner.on("error", () => {});
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [SEED_LOCK]);
    const { total, demo } = await lookUp(owner);
    const missing = stories.filter((story) => !demo.has(story.owner.email));
    // One of two is what an interrupted first start leaves.
    const incomplete = missing.length > 0 && total === demo.size;
    if (incomplete) await addStories(runtime.openDatabase(), missing);
    if (!incomplete && demo.size === 0) return null;
    return signIns(incomplete ? stories : stories.filter((story) => !missing.includes(story)), incomplete);
  } finally {
    await owner.end();
  }
}

/** How many organisations there are, and the addresses of demo owners who have theirs. */
async function lookUp(owner: pg.Client): Promise<{ total: number; demo: Set<string> }> {
  const { rows } = await owner.query<{ total: number; demo: string[] }>(
    `select (select count(*)::int from organization) as total, array(
       select u.email from app_user u join org_member m on m.user_id = u.id and m.role = 'owner'
       where u.email = any($1)) as demo`,
    [stories.map((story) => story.owner.email)],
  );
  return { total: rows[0]!.total, demo: new Set(rows[0]!.demo) };
}

async function addStories(database: Database, some: DemoStory[]): Promise<void> {
  try {
    const people = await createPeople(database, some, await hashPassword(DEMO_PASSWORD));
    for (const story of some) {
      const userId = people.get(story.owner.email)!;
      await database.withOrg(randomUUID(), { kind: "member", userId, role: "owner" }, (scope) =>
        playStory(scope, story, people),
      );
    }
  } finally {
    await database.close();
  }
}

function signIns(some: DemoStory[], added: boolean): DemoSignIns {
  return {
    added,
    password: DEMO_PASSWORD,
    staff: some.flatMap(({ name, owner, members }) =>
      [owner, ...members].map(({ email }) => ({ email, organization: name })),
    ),
    affiliates: some.flatMap(({ name, affiliates }) =>
      // The first two are enough to look around.
      affiliates.slice(0, 2).map(({ person }) => ({ email: person.email, organization: name })),
    ),
  };
}
