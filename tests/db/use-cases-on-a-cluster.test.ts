import { expect, it } from "vitest";
import { endAccess } from "~/domain/affiliates/end-access.server";
import { readImportInvitations } from "~/domain/affiliates/import-invitations.server";
import { payeeNames } from "~/domain/affiliates/namesakes.server";
import { readUndoTime } from "~/domain/audit/extend-undo.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { paidInPeriod } from "~/domain/commissions/list-transactions.server";
import { generateOrQueue } from "~/domain/commissions/start-generation.server";
import { listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { previewRegeneration } from "~/domain/deals/regenerate-payments.server";
import { recordAddressReached, recordAddressRejected } from "~/domain/identity/refused-address.server";
import { setAppearance } from "~/domain/identity/set-appearance.server";
import { setLanguage } from "~/domain/identity/set-language.server";
import { changeEncoding, readRaw } from "~/domain/imports/change-encoding.server";
import { chooseColumns, startImport } from "~/domain/imports/change-import.server";
import type { ByteEncoding } from "~/domain/imports/encodings";
import { firstRows } from "~/domain/imports/list-import-rows.server";
import { readImport } from "~/domain/imports/read-import.server";
import { previewUndo } from "~/domain/imports/undo-import.server";
import { countLeadsOf } from "~/domain/leads/count-leads.server";
import { mayInvite, mayResend } from "~/domain/members/send-invitation.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { allowContact } from "~/domain/organizations/allow-contact.server";
import { holdStrangerMail, setMailBudget } from "~/domain/organizations/mail-budget.server";
import type { Day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { countReached } from "~/domain/shared/sums-of-period.server";
import { goThrough, importedFile } from "../factories/imports";
import { asOwner } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { populate } from "../support/tenancy/world";

// Runs the use cases that other database tests reach only over HTTP, by the command line or not at all, so that their
// statements run on a cluster too (tests/support/cluster/coverage.ts).

const db = useDatabase();

it("[OPS-07] the statements of the remaining use cases run", async () => {
  const org = await populate(db.database, "A");
  const [affiliate] = org.affiliates;
  const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
  const asOperator = <T>(use: (scope: Scope) => Promise<T>) =>
    db.database.withOrg(org.orgId, { kind: "operator" }, use);
  const period = { from: "2000-01-01" as Day, to: "2999-12-31" as Day };

  // Reads.
  expect(await inScope((scope) => payeeNames(scope, [affiliate.affiliateId, null]))).toHaveLength(1);
  expect((await inScope((scope) => countLeadsOf(scope, period))).amounts).toBeDefined();
  expect(await inScope((scope) => countReached(scope, "won", period))).toBeGreaterThan(0);
  expect(await inScope((scope) => paidInPeriod(scope, period, {}))).toBeDefined();
  const deals = await inScope((scope) => scope.db.deal.findMany({ where: { dealType: "recurring" } }));
  await inScope((scope) => previewRegeneration(scope, deals[0]!.id));
  const actor = { kind: "affiliate", userId: affiliate.userId, affiliateId: affiliate.affiliateId } as const;
  const own = await db.database.withOrg(org.orgId, actor, (scope) => listOwnDeals(scope, null, period));
  expect(own.rows.length).toBeGreaterThan(0);

  // What is in an approved run is paid with it.
  const run = await inScope((scope) => scope.db.payoutRun.findFirstOrThrow());
  await inScope((scope) => voidRun(scope, { runId: run.id, reason: null }));
  const month = await inScope((scope) =>
    scope.db.commissionPayment.findFirst({ where: { status: "pending", payoutId: null } }),
  );

  // Imports.
  const file = Buffer.from("company,contact,email\nM\xfcller,Ada,ada@kunde.example\n", "latin1");
  const id = await importedFile(inScope, "leads", file);
  const { encoding } = await inScope((scope) => readRaw(scope, id));
  const importRun = (await inScope((scope) => readImport(scope, "leads", id)))!;
  const change = { from: encoding as ByteEncoding, to: "iso-8859-15", columns: importRun.columns } as const;
  await inScope((scope) => changeEncoding(scope, id, change));
  expect((await inScope((scope) => firstRows(scope, { id })))[0]![0]).toBe("Müller");
  await inScope((scope) => chooseColumns(scope, id, importRun.columns));
  await goThrough(inScope, id);
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
  await goThrough(inScope, id);
  const done = (await inScope((scope) => readImport(scope, "leads", id)))!;
  expect(await inScope((scope) => previewUndo(scope, done))).toMatchObject({ created: 1 });
  expect(await inScope((scope) => readImportInvitations(scope, id))).toMatchObject({ later: 0 });

  // Members, emails and settings.
  await inScope((scope) => mayInvite(scope, "new@example.com"));
  await inScope((scope) => inviteMember(scope, { email: "new@example.com", role: "member" }));
  const { id: invitation } = await inScope((scope) => scope.db.memberInvitation.findFirstOrThrow());
  await expect(inScope((scope) => mayResend(scope, invitation))).rejects.toThrow("invitation_too_soon");
  await asOperator((scope) => setMailBudget(scope, 7));
  await asOperator((scope) => allowContact(scope, true));
  await inScope((scope) => holdStrangerMail(scope));
  await db.database.withIdentity(async (scope) => {
    await setLanguage(scope, org.owner.userId, "fr");
    await setAppearance(scope, org.owner.userId, { compactLists: true });
    await recordAddressRejected(scope, org.owner.userId, org.owner.email);
    await recordAddressReached(scope, org.owner.userId, org.owner.email);
  });
  const { batchId } = await inScope((scope) =>
    payCommissions(scope, { deals: [], payments: [month!.id], receiptUrl: null }),
  );
  await inScope((scope) => readUndoTime(scope, batchId!));
  await inScope((scope) => endAccess(scope, affiliate, "Erased"));
  expect(await generateOrQueue(inScope)).toMatchObject({ created: 0 });
  expect(await generateOrQueue(inScope, 0)).toBeNull();
});
