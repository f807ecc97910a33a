import type { APIRequestContext } from "@playwright/test";
import { idsOn, send } from "./api";

/** Creates and approves a payout run with everybody who is proposed until a day; returns its path. */
export async function approvedRun(staff: APIRequestContext, until: string): Promise<string> {
  const page = `/payouts/runs/new?until=${until}`;
  const [affiliate] = await idsOn(staff, page, /name="affiliate_id"[^>]*value="([0-9a-f-]{36})"/g);
  const created = { intent: "create", currency: "EUR", until, affiliate_id: affiliate!, note: "Notiz ".repeat(80) };
  await send(staff, page, { ...created, version: await versionOn(staff, page) });
  const [id] = await idsOn(staff, "/payouts/runs", /\/payouts\/runs\/([0-9a-f-]{36})/g);
  const run = `/payouts/runs/${id}`;
  await send(staff, `${run}/approve`, { version: await versionOn(staff, `${run}/approve`) });
  return run;
}

/** Returns the version of the form on a page. */
async function versionOn(staff: APIRequestContext, page: string): Promise<string> {
  return /name="version"[^>]*value="([^"]+)"/.exec(await (await staff.get(page)).text())?.[1] ?? "";
}
