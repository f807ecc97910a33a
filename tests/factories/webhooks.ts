import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

/** Sets a webhook that gets new leads and deals, to an address that nothing is sent to. */
export const withWebhook = (db: TestDoor, org: Org) =>
  asOwner(db, org, (scope) =>
    saveWebhook(
      scope,
      { url: "https://webhook.site/mine", events: ["deal.created", "lead.created"] },
      { hosts: [], origins: [] },
    ),
  );
