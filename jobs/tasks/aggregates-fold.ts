import { defineTask } from "../define-task";

/** Adds up the rows that changes have added to `aggregate`, so that each key has one row and reading stays fast. */
export const aggregatesFold = defineTask("aggregates.fold", async (_payload, { owner }) => {
  await owner.query("select app.fold_aggregates()");
});
