import { defineTask } from "../define-task";

/** Makes one line of the many that changes have added for each key of `tally`, so that reading sums stays fast. */
export const talliesFold = defineTask("tallies.fold", async (_payload, { owner }) => {
  await owner.query("select app.fold_tallies()");
});
