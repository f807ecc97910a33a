import { assignLeads } from "~/domain/leads/assign-leads.server";
import { remindOfDueLeads } from "~/domain/leads/remind-due.server";
import { setNextSteps } from "~/domain/leads/set-next-steps.server";
import { addDays, type Day } from "~/domain/shared/dates";
import type { Cause } from "./mail-causes";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

/** A next step of a lead so many days from today, for which the owner becomes responsible. */
export const planned = (db: TestDoor, org: Org, leadId: string, nextStep: string, days = 0) =>
  asOwner(db, org, async (scope) => {
    const nextStepOn: Day = addDays(await scope.today(), days);
    await setNextSteps(scope, { leadIds: [leadId], nextStep, nextStepOn });
    return nextStepOn;
  });

/** Makes a member responsible. */
export const assigned = (db: TestDoor, org: Org, leadIds: string[], responsible: string | null) =>
  asOwner(db, org, (scope) => assignLeads(scope, { leadIds, responsible }));

/** What causes the morning email. */
export const dueCause: Cause = {
  audience: "staff",
  shows: ({ company }) => company,
  async cause({ db, org, leadId }) {
    await planned(db.database, org, leadId, "Call them");
    await asOwner(db.database, org, remindOfDueLeads);
  },
};
