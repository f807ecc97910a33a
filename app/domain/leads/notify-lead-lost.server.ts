import { notifyAffiliates, type NoticeOptions } from "../notifications/notify-affiliate.server";
import { grouped } from "../shared/grouped";
import type { Scope } from "../shared/scope";
import type { ChangedLead } from "./change-status.server";

/** Notifies each affiliate once of their lost leads and the reason. An error is logged, and the leads stay lost. */
export async function notifyLeadLost(
  scope: Scope,
  leads: readonly ChangedLead[],
  reason: string | null | undefined,
  options?: NoticeOptions,
): Promise<void> {
  await scope.attempt("notifying affiliates of lost leads", async () => {
    const found = await scope.db.lead.findMany({
      where: { id: { in: leads.map(({ id }) => id) } },
      select: { id: true, affiliateId: true, companyName: true },
      orderBy: { id: "asc" },
    });
    const notices = [...grouped(found, (lead) => lead.affiliateId)].flatMap(([affiliateId, own]) => {
      if (affiliateId === null) return [];
      const { id: leadId, companyName: company } = own[0]!;
      const what = own.length > 1 ? { companies: own.map(({ companyName }) => companyName) } : { leadId, company };
      const why = reason ? { reason } : {};
      return { affiliateId, type: "lead_lost" as const, ...what, ...why };
    });
    await notifyAffiliates(scope, notices, options);
  });
}
