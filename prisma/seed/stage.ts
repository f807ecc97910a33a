import { addDays, todayIn } from "~/domain/shared/dates";
import type { Actor, Scope } from "~/domain/shared/scope";
import { seededRandom, type SeededRandom } from "./random";
import type { DemoPerson, DemoStory } from "./story";

/** Something that happened at a moment. */
export interface Step {
  at: Date;
  act(at: Date): Promise<void>;
}

/** A deal that was made, with what is to be paid for it. */
export interface MadeDeal {
  id: string;
  daysAgo: number;
  paidAfter: number | null;
  monthsDue: number | null;
}

/** Where a story is played: the organisation's transaction, seen at any moment and as anybody. */
export interface Stage {
  story: DemoStory;
  /** Now, as the owner. */
  scope: Scope;
  random: SeededRandom;
  /** Ids by address, filled while the story goes on. */
  affiliates: Map<string, string>;
  deals: MadeDeal[];
  people(person: Pick<DemoPerson, "email">): string;
  /** That many days ago at about that hour (UTC), never in the future. */
  moment(daysAgo: number, hour?: number): Date;
  as(at: Date, actor?: Actor): Scope;
  /** Runs a part as an affiliate, who sees their own rows only. */
  inPortal<T>(at: Date, email: string, part: (scope: Scope) => Promise<T>): Promise<T>;
  /** Does the steps in the order of their moments. */
  play(steps: Step[]): Promise<void>;
}

export function openStage(scope: Scope, story: DemoStory, users: Map<string, string>): Stage {
  const random = seededRandom(story.name);
  const today = todayIn(story.timeZone, scope.now);
  const affiliates = new Map<string, string>();
  const people = ({ email }: Pick<DemoPerson, "email">) => users.get(email)!;
  const as = (at: Date, actor: Actor = scope.actor): Scope => ({
    ...scope,
    actor,
    now: at,
    today: () => Promise.resolve(todayIn(story.timeZone, at)),
    // The past sends no mails and calls no webhooks. Left out rather than removed from the queue afterwards: a worker
    // that is running would be faster.
    enqueue: () => Promise.resolve(),
  });
  return {
    story,
    scope,
    random,
    affiliates,
    deals: [],
    people,
    as,
    moment(daysAgo, hour = 9) {
      const minutes = random.between(hour * 60, hour * 60 + 170);
      const wanted = Date.parse(`${addDays(today, -daysAgo)}T00:00:00Z`) + minutes * 60_000;
      return new Date(Math.min(wanted, scope.now.getTime() - random.between(60, 3_600) * 1000));
    },
    async inPortal(at, email, part) {
      const affiliateId = affiliates.get(email)!;
      const narrow = (to: string) => scope.db.$executeRawUnsafe(`SET LOCAL app.affiliate_id = '${to}'`);
      await narrow(affiliateId);
      const result = await part(as(at, { kind: "affiliate", userId: people({ email }), affiliateId }));
      await narrow("");
      return result;
    },
    async play(steps) {
      for (const { at, act } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) await act(at);
    },
  };
}
