import { expect, test } from "vitest";
import { lanes } from "./lanes";

test("[HOOK-03] assigns each job to its lane, and limits an organization's deliveries to a tenth of the slots", () => {
  const all = lanes({ jobs: 5, deliveries: 21 });
  expect(all.map(({ name, jobs }) => [name, ...jobs])).toEqual([
    ["links", "identity.send_link", "mail.link", "mail.member_invitation", "mail.account_link"],
    [
      "mails",
      "mail.account_entered",
      "mail.details_wanted",
      "mail.security",
      "mail.farewell",
      "mail.merged",
      "mail.notification",
      "mail.deletion_warning",
      "mail.closing",
      "mail.closing_portal",
    ],
    ["events", "closing.tell", "notice.staff", "leads.remind", "account.tell", "webhook.emit", "trial.tell"],
    ["deliveries", "webhook.deliver", "vat.check"],
    ["billing", "stripe.event", "stripe.end", "subscription.stop", "subscription.check"],
    ["imports", "import.step", "affiliate.invite"],
    [
      "runs",
      "leads.release",
      "leads.sweep",
      "payout.documents",
      "payout.statements",
      "subscription.sweep",
      "trial.sweep",
      "commissions.generate",
      "commissions.sweep",
      "payout.sweep",
      "file.move",
      "file.remove",
      "file.clean",
      "file.sweep",
      "identity.prune",
      "webhook.prune",
      "document.prune",
      "aggregates.fold",
      "retention.sweep",
      "retention.check",
      "field.purge",
      "person.erase",
      "lead.forget",
      "lead.erase",
    ],
  ]);
  const slots = Object.fromEntries(all.map((lane) => [lane.name, [lane.slots, lane.slotsPerOrganization]]));
  const { deliveries, ...others } = slots;
  expect(deliveries).toEqual([21, 3]);
  for (const [name, found] of Object.entries(others)) expect(found, name).toEqual([5, 5]);
});
