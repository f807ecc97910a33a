import { expect, test } from "vitest";
import { lanes } from "./lanes";

test("[HOOK-03] each job waits in its own lane, and one organisation's deliveries take a tenth of theirs", () => {
  const all = lanes({ jobs: 5, deliveries: 21 });
  expect(all.map(({ name, jobs }) => [name, ...jobs])).toEqual([
    ["links", "identity.send_link", "mail.link", "mail.member_invitation"],
    ["mails", "mail.security", "mail.notification", "mail.deletion_warning"],
    ["events", "notice.staff", "webhook.emit"],
    ["deliveries", "webhook.deliver"],
    [
      "runs",
      "commissions.generate",
      "commissions.sweep",
      "identity.prune",
      "webhook.prune",
      "aggregates.fold",
      "retention.sweep",
      "retention.check",
    ],
  ]);
  expect(all.map(({ slots, slotsPerOrganization }) => [slots, slotsPerOrganization])).toEqual([
    ...[
      [5, 5],
      [5, 5],
      [5, 5],
    ],
    ...[
      [21, 3],
      [5, 5],
    ],
  ]);
});
