import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

// Whoever changes something writes an entry in the log, in the same transaction (OPS-06), or says here why not.

const root = path.dirname(import.meta.dirname);

/** Why a use case that writes has no entry in the log of an organization. */
const reasons: Record<string, string> = {
  "fields/own-values": "parts of adding, changing and erasing a record, which are recorded",
  "leads/write-entry": "no money, access or setting; the lead's page shows the author and the time",
  "leads/lead-work": "writes what its callers record",
  "leads/forget-undo": "removes what was kept to undo an action, which is recorded",
  "leads/release-leads": "follows from a member's removal, which is recorded",
  "notifications/notify-staff": "notifications; what they are about is recorded where it happens",
  "leads/take-back-entry": "deletes what the same person has written minutes before",
  "affiliates/activate-affiliate": "the affiliate's own first sign-in; the affiliate keeps when it was",
  "affiliates/erase-payee": "part of an erasure, which eraseAffiliate records",
  "commissions/generation-run": "what it creates is recorded by createMissing; the run says who asked for it",
  "commissions/run-generation": "what it creates is recorded by createMissing; the run is a record itself",
  "files/move-file": "only where the bytes of a file are",
  "imports/change-import": "its end is recorded by finishImport; until then nothing of the organization has changed",
  "imports/change-encoding": "how the rows of a file are read, of which nothing is made yet",
  "imports/stage-import": "the rows of a file, of which nothing is made yet",
  "imports/step-import": "what it creates is recorded by addLeads and importAffiliate, its end by finishImport",
  "leads/change-status": "who moves leads records it; how far a lead had come in another program is part of its import",
  "leads/lead-addresses": "a lock, which writes nothing",
  "leads/create-lead": "what staff add is recorded by addLeads; what an affiliate submits is a record itself",
  "payouts/check-vat": "what VIES says; an answer is a record itself",
  "payouts/invoice-slot": "part of taking a run back and of returning a payout, which are recorded",
  "payouts/statement-files": "only the file of a statement, whose approval is recorded",
  "members/invitation-mail": "only that a mail has gone out",
  "audit/extend-undo": "only when a mail goes out; the action itself is recorded",
  "notifications/mail-choices": "a person's own mails",
  "notifications/mark-read": "only what somebody has read",
  "organizations/begin-mail": "only when a mail goes out",
  "organizations/read-setup": "only that the set-up was seen complete",
  "subscriptions/ask-if-stale": "only when Stripe was asked",
  "subscriptions/check-subscription": "what Stripe says; nobody here decides it, and Stripe keeps its history",
  "subscriptions/checkout-number": "which page of Stripe may be open; nothing is paid by it",
  "subscriptions/start-checkout": "only when Stripe was asked",
  "subscriptions/take-event": "what Stripe says, kept as an event",
  "subscriptions/warn-of-deletion": "a warning is a record itself",
  "views/default-view": "how a list opens for one member; no money, access or setting",
  "views/edit-view": "how lists are filtered; no money, access or setting",
  "views/save-view": "how lists are filtered; no money, access or setting",
  "webhooks/prepare-delivery": "a delivery is a record itself",
  "webhooks/record-attempt": "an attempt is a record itself",
  "api-keys/use-api-key": "only when a key was last used",
  "shared/insert-rows": "only how rows are written; whoever calls it is looked at",
  "api-keys/once": "only that a request was carried out; what it creates is recorded where it is created",
  // Of a person, before or beside any organization: no organization's log may hold it. Changes of how somebody signs in
  // are mailed to them.
  ...Object.fromEntries(
    [
      "admit-invited",
      "change-email",
      "change-name",
      "change-password",
      "delete-person",
      "ensure-user",
      "issue-link",
      "link-mail",
      "own-sessions",
      "passkeys",
      "redeem-link",
      "refused-address",
      "redeem-sign-up",
      "revoke-links",
      "second-factor",
      "security-notice",
      "session",
      "set-appearance",
      "set-language",
      "sign-up",
      "start-password-session",
      "switch-organization",
    ].map((name) => [`identity/${name}`, "a person's own account"]),
  ),
};

const WRITES =
  /\bdb\s*\.\w+\s*\.(?:create|createMany|update|updateMany|delete|deleteMany|upsert)\(|\$executeRaw|\binsertRows[<(]|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/;
const RECORDS = /\b(?:recordAudit|recordAction|recordAuditEntries|recordBatch)\(/;

const files = ["app", "jobs", "cli"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/"))),
);
const textOf = new Map(files.map((name) => [name, fs.readFileSync(path.join(root, name), "utf8")]));
const domain = files.filter(
  (name) => /^app\/domain\/.*\.server\.ts$/.test(name) && !name.endsWith("/record-audit.server.ts"),
);
const nameOf = (file: string) => file.replace(/^app\/domain\//, "").replace(/\.server\.ts$/, "");

/** Whether a file writes the entry itself, or everything that uses it does. */
function isRecorded(file: string, above: string[] = []): boolean {
  if (RECORDS.test(textOf.get(file)!)) return true;
  const users = files.filter((one) =>
    new RegExp(`/${path.basename(file, ".ts").replaceAll(".", "\\.")}"`).test(textOf.get(one)!),
  );
  return users.length > 0 && users.every((one) => !above.includes(one) && isRecorded(one, [...above, file]));
}

it("[OPS-06] every use case that writes adds an audit entry or has a reason not to", () => {
  const writers = domain.filter((file) => WRITES.test(textOf.get(file)!));
  expect(writers.length).toBeGreaterThan(40);
  const unrecorded = writers.filter((file) => !isRecorded(file)).map(nameOf);
  expect(unrecorded.filter((name) => !(name in reasons))).toEqual([]);
  // No reason outlives what it was for.
  expect(Object.keys(reasons).filter((name) => !unrecorded.includes(name))).toEqual([]);
});

it("[OPS-06] a removed audit entry fails the test", () => {
  const file = "app/domain/deals/edit-deal.server.ts";
  const text = textOf.get(file)!;
  textOf.set(file, text.replaceAll("recordAudit(", "forgotten("));
  expect(isRecorded(file)).toBe(false);
  // What it uses is then written without an entry as well.
  expect(isRecorded("app/domain/deals/apply-payment-plan.server.ts")).toBe(false);
  textOf.set(file, text);
  expect(isRecorded("app/domain/deals/apply-payment-plan.server.ts")).toBe(true);
});
