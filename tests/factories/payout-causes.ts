import { notifyAffiliate } from "~/domain/notifications/notify-affiliate.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import { raiseObjection } from "~/domain/payouts/objections.server";
import { asAffiliate } from "./affiliates";
import type { Cause, World } from "./mail-causes";
import { asOwner } from "./organizations";
import { enter, IBANS, withPayer } from "./payees";
import { approvedRun, runOf, withProfile } from "./payouts";

/** An affiliate enters accounts: the first one is paid to at once, another one needs a link. */
const accountMail = (kind: "account_entered" | "account_link"): Cause => ({
  audience: "affiliate",
  shows: ({ org }) => org.name,
  cause: ({ db, org, affiliate }) =>
    asAffiliate(db.database, org, affiliate, async (scope) => {
      await enter({ ...scope, enqueue: async () => {} }, affiliate.affiliateId, IBANS[0]);
      const now = { effectiveAt: scope.now, tokenHash: null, tokenExpiresAt: null };
      await scope.db.payeeAccount.updateMany({ where: { effectiveAt: null }, data: now });
      if (kind === "account_link") return enter(scope, affiliate.affiliateId, IBANS[1]);
      const { id } = await scope.db.payeeAccount.findFirstOrThrow();
      return scope.enqueue("mail.account_entered", { account_id: id, language: "en" });
    }),
});

/** The credit note of the world's affiliate, who has an account from the emails about it. */
async function creditNote({ db, org, affiliate }: World) {
  const read = () =>
    asOwner(db.database, org, (scope) =>
      scope.db.document.findFirst({ where: { affiliateId: affiliate.affiliateId } }),
    );
  const found = await read();
  if (found) return found;
  await withPayer(db.database, org);
  await withProfile(db.database, org, affiliate);
  await approvedRun(db.database, org, await runOf(db.database, org, affiliate));
  await db.runJobs();
  db.mails.splice(0);
  return (await read())!;
}

/** What causes the emails about payouts. */
export const payoutCauses = {
  details_wanted: {
    audience: "affiliate",
    shows: ({ org }) => org.name,
    cause: ({ db, org, affiliate: { affiliateId } }) =>
      asOwner(db.database, org, (scope) =>
        scope.enqueue("mail.details_wanted", { affiliate_id: affiliateId, asked_on: scope.now.toISOString() }),
      ),
  },
  account_entered: accountMail("account_entered"),
  account_link: accountMail("account_link"),
  objection_raised: {
    audience: "staff",
    shows: () => "GU-",
    cause: async (world) => {
      const { db, org, affiliate } = world;
      const { id: documentId } = await creditNote(world);
      const subjectId = await asAffiliate(db.database, org, affiliate, async (scope) => {
        await raiseObjection({ ...scope, enqueue: async () => {} }, { documentId, reason: "Wrong VAT" });
        return (await scope.db.objection.findFirstOrThrow({ where: { documentId } })).id;
      });
      await asOwner(db.database, org, (scope) => notifyStaff(scope, { type: "objection_raised", subjectId }));
    },
  },
  objection_answered: {
    audience: "affiliate",
    shows: () => "GU-",
    cause: async (world) => {
      const { payoutId, number, affiliateId } = await creditNote(world);
      const answered = { type: "objection_answered", affiliateId, payoutId, number, answer: "It is right" } as const;
      await asOwner(world.db.database, world.org, (scope) => notifyAffiliate(scope, answered));
    },
  },
} satisfies Record<string, Cause>;
