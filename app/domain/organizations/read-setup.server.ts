import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isSetUp, type SetupProgress } from "./setup";

/** How long the screen shows that the set-up is finished, from when it was first shown. */
const FINISHED_SHOWN_MS = 60 * 60 * 1000;

/** What the checklist shows. */
export type Setup =
  /** `isNew`: nobody has seen that before, and noteSetupDone is to be called. */
  | { finished: true; isNew?: true }
  | (SetupProgress & { finished: false; organization: { timeZone: string; defaultCurrency: string } });

/**
 * The set-up checklist. Null if it is finished or hidden, which needs no extra query.
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
 * The progress of a checklist that was put away before it was finished; null when there is none. Throws `forbidden`.
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
 * Stores that the set-up is finished, so that it is not checked again. The first moment is kept. Throws `forbidden`.
 */
export async function noteSetupDone(scope: Scope): Promise<void> {
  requireStaff(scope);
  await scope.db.organization.updateMany({ where: { setupDoneAt: null }, data: { setupDoneAt: scope.now } });
}

/** Checks the steps. */
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
