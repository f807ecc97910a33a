import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isSetUp, type SetupProgress } from "./setup";

/** How long the screen says that the set-up is finished, counted from when that was first seen. */
const FINISHED_SHOWN_MS = 60 * 60 * 1000;

/** What the checklist shows. */
export type Setup =
  | { finished: true }
  | (SetupProgress & { finished: false; organization: { timeZone: string; defaultCurrency: string } });

/**
 * The checklist of setting up the organisation; null when it is finished or put away, which takes no query of its own.
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
  if (isSetUp(progress)) return { finished: true };
  return { ...progress, finished: false, organization: { timeZone, defaultCurrency } };
}

/** The progress of a checklist that was put away before it was finished; null when there is none. Throws `forbidden`. */
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
  affiliate_id: string | null;
  affiliate_name: string | null;
}

/** Looks what is there, and remembers when nothing is missing, so that nobody has to look again. */
async function readProgress(scope: Scope): Promise<SetupProgress> {
  const [found] = await scope.db.$queryRaw<Found[]>`
    select exists (select 1 from affiliate where org_id = o.org_id) as any,
           exists (select 1 from affiliate_term where org_id = o.org_id and status = 'active') as terms,
           exists (select 1 from affiliate where org_id = o.org_id and status = 'active') as portal,
           exists (select 1 from lead where org_id = o.org_id) as lead,
           exists (select 1 from webhook_endpoint where org_id = o.org_id and url <> '') as webhook,
           first.id as affiliate_id, first.name as affiliate_name
    from organization o
    left join lateral (
      select id, name from affiliate
      where org_id = o.org_id and status <> 'inactive'
      order by created_at, id limit 1
    ) first on true
    where o.org_id = ${scope.orgId}::uuid`;
  const { any, terms, portal, lead, webhook, affiliate_id: id, affiliate_name: name } = found!;
  const progress: SetupProgress = {
    done: { organization: true, affiliate: any, terms, portal, lead, webhook },
    affiliate: id && name ? { id, name } : null,
  };
  if (isSetUp(progress)) {
    await scope.db.organization.updateMany({
      where: { setupDoneAt: null },
      data: { setupDoneAt: scope.now },
    });
  }
  return progress;
}
