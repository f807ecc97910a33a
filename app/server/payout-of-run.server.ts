import type { LoaderFunctionArgs } from "@remix-run/node";
import { readRun } from "~/domain/payouts/read-run.server";
import type { Run, RunPayout } from "~/domain/payouts/run";
import { staffScope } from "./open-scope.server";

/** Reads the payout and the run that an address names, for staff. Throws 404. */
export async function payoutOfRun({ request, context, params }: LoaderFunctionArgs): Promise<{
  run: Run;
  payout: RunPayout;
}> {
  const run = await staffScope({ request, context }, (scope) => readRun(scope, params["runId"]));
  const payout = run?.payoutList.find(({ id }) => id === params["payoutId"]);
  if (!run || !payout) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { run, payout };
}
