import type { TFunction } from "i18next";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { markDealPaidSchema } from "~/domain/deals/deal.schema";
import { moveLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import type { Scope } from "~/domain/shared/scope";
import type { Toast } from "~/web/flash.server";

// What the buttons of the screen do, and the toast each answers with.

type Answer = Promise<Omit<Toast, "id">>;

/** Qualify or Mark lost. */
export async function moveLeadButton(scope: Scope, form: object, t: TFunction): Answer {
  const input = moveLeadSchema.parse(form);
  await moveLead(scope, input);
  return {
    tone: "success",
    title: t("leads:toast.status_updated"),
    description: t(`leads:toast.${input.to}`),
  };
}

/** Mark paid, of a one-time deal; a repeated click says that nothing was left to do. */
export async function payDealButton(scope: Scope, form: object, t: TFunction): Answer {
  const { batchId } = await payCommissions(scope, {
    deals: [markDealPaidSchema.parse(form)],
    receiptUrl: null,
  });
  return batchId
    ? { tone: "success", title: t("leads:toast.commission_paid"), undo: batchId }
    : { tone: "info", title: t("leads:toast.already_paid") };
}
