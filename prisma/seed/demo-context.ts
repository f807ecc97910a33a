import { addDays, todayIn } from "~/domain/shared/dates";
import type { Actor, Scope } from "~/domain/shared/scope";
import type { DemoPerson, DemoOrganization } from "./demo-organization";

/** An event at a certain time. */
export interface Step {
  at: Date;
  run(at: Date): Promise<void>;
}

/** A created deal with its payments. */
export interface MadeDeal {
  id: string;
  daysAgo: number;
  paidAfter: number | null;
  monthsDue: number | null;
}

/** State shared by the steps of a demo organization: its transaction, random numbers and the ids created so far. */
export interface DemoContext {
  organization: DemoOrganization;
  /** The scope of the owner at the current time. */
  scope: Scope;
  random: SeededRandom;
  /** Ids of the affiliates by address, filled by the steps. */
  affiliates: Map<string, string>;
  deals: MadeDeal[];
  /** Returns the id of a person. */
  people(person: Pick<DemoPerson, "email">): string;
  /** Returns a time that many days ago at about that hour (UTC), never in the future. */
  moment(daysAgo: number, hour?: number): Date;
  /** Returns the scope at another time and, if given, as another actor. */
  as(at: Date, actor?: Actor): Scope;
  /** Runs a function as an affiliate, who sees only their own rows. */
  inPortal<T>(at: Date, email: string, part: (scope: Scope) => Promise<T>): Promise<T>;
  /** Runs the steps, earliest first. */
  runSteps(steps: Step[]): Promise<void>;
}

/** Opens the context of an organization. `users` are the ids of all people by address. */
export function openDemoContext(scope: Scope, organization: DemoOrganization, users: Map<string, string>): DemoContext {
  const random = seededRandom(organization.name);
  const today = todayIn(organization.timeZone, scope.now);
  const affiliates = new Map<string, string>();
  const people = ({ email }: Pick<DemoPerson, "email">) => users.get(email)!;
  const as = (at: Date, actor: Actor = scope.actor): Scope => ({
    ...scope,
    actor,
    now: at,
    today: () => Promise.resolve(todayIn(organization.timeZone, at)),
    // The history sends no emails and calls no webhooks. Jobs are not queued and removed later, because a worker could
    // run them in between.
    enqueue: () => Promise.resolve(),
    enqueueAll: () => Promise.resolve(),
  });
  return {
    organization,
    scope,
    random,
    affiliates,
    deals: [],
    people,
    as,
    moment(daysAgo, hour = 9) {
      const minutes = random.between(hour * 60, hour * 60 + 170);
      const day = addDays(today, -daysAgo);
      const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
      const at = new Date(Math.min(wanted, scope.now.getTime() - random.between(60, 3_600) * 1000));
      // In the first hour of a day an hour ago was yesterday, when what begins today could not be paid.
      return todayIn(organization.timeZone, at) < day ? scope.now : at;
    },
    async inPortal(at, email, part) {
      const affiliateId = affiliates.get(email)!;
      const narrow = (to: string) => scope.db.$executeRawUnsafe(`SET LOCAL app.affiliate_id = '${to}'`);
      await narrow(affiliateId);
      const result = await part(as(at, { kind: "affiliate", userId: people({ email }), affiliateId }));
      await narrow("");
      return result;
    },
    async runSteps(steps) {
      for (const { at, run } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) await run(at);
    },
  };
}

/** Random-looking numbers that are the same in every run. */
interface SeededRandom {
  /** Returns a whole number from `min` to `max`, inclusive. */
  between(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(percent: number): boolean;
}

/** Returns a generator (mulberry32) seeded with a text. */
export function seededRandom(seed: string): SeededRandom {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    chance: (percent) => next() * 100 < percent,
  };
}
