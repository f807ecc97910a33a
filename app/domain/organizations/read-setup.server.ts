import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isSetUp, type SetupProgress } from "./setup";

/** How long the checklist shows that setup is finished. */
const FINISHED_SHOWN_MS = 60 * 60 * 1000;

/** What the checklist shows. */
export type Setup =
  /** `isNew`: not recorded yet, so the caller must call markSetupDone. */
  | { finished: true; isNew?: true }
  | (SetupProgress & { finished: false; organization: { timeZone: string; defaultCurrency: string } });

/**
 * Reads the setup checklist; null if it is hidden or was finished, which needs no extra query.
 * Throws `forbidden`.
 */
export async function readSetup(scope: Scope): Promise<Setup | null> {
  requireStaff(scope);
  const { setupDoneAt, setupHiddenAt, timeZone, defaultCurrency } = await scope.organization();
  if (setupHiddenAt) return null;
  if (setupDoneAt) {
    return scope.now.getTime() - setupDoneAt.getTime() < FINISHED_SHOWN_MS ? { finished: true } : null;
  }
  const progress = await readProgress(scope);
  if (isSetUp(progress)) return { finished: true, isNew: true };
  return { ...progress, finished: false, organization: { timeZone, defaultCurrency } };
}

/**
 * Reads the progress of a checklist that was hidden before it was finished; null if there is none.
 * Throws `forbidden`.
 */
export async function readHiddenSetup(scope: Scope): Promise<SetupProgress | null> {
  requireStaff(scope);
  const { setupDoneAt, setupHiddenAt } = await scope.organization();
  if (setupDoneAt || !setupHiddenAt) return null;
  const progress = await readProgress(scope);
  return isSetUp(progress) ? null : progress;
}

interface Found {
  any: boolean;
  terms: boolean;
  portal: boolean;
  lead: boolean;
  webhook: boolean;
  earns: boolean;
  affiliate: { id: string; name: string } | null;
}

/**
 * Records that setup is finished, so that it is not checked again. The first time stays.
 * Throws `forbidden`.
 */
export async function markSetupDone(scope: Scope): Promise<void> {
  requireStaff(scope);
  await scope.db.organization.updateMany({ where: { setupDoneAt: null }, data: { setupDoneAt: scope.now } });
}

/** Reads which steps are done. */
export async function readProgress(scope: Scope): Promise<SetupProgress> {
  const [found] = await scope.db.$queryRaw<Found[]>`
    select exists (select 1 from affiliate where org_id = ${scope.orgId}::uuid) as any,
           exists (select 1 from affiliate_term where org_id = ${scope.orgId}::uuid and status = 'active') as terms,
           exists (select 1 from affiliate where org_id = ${scope.orgId}::uuid and status = 'active') as portal,
           exists (select 1 from lead where org_id = ${scope.orgId}::uuid) as lead,
           exists (select 1 from webhook_endpoint where org_id = ${scope.orgId}::uuid and url <> '') as webhook,
           exists (select 1 from deal where org_id = ${scope.orgId}::uuid and affiliate_id is not null) as earns,
           (select json_build_object('id', id, 'name', name) from affiliate
            where org_id = ${scope.orgId}::uuid and status <> 'inactive'
            order by created_at, id limit 1) as affiliate`;
  const { any, terms, portal, lead, webhook, earns, affiliate } = found!;
  return { done: { organization: true, affiliate: any, terms, portal, lead, webhook }, earns, affiliate };
}
