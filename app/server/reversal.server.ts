import type { LoaderFunctionArgs } from "@remix-run/node";
import { readReversal } from "~/domain/commissions/read-reversal.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { commissionKindOf } from "~/domain/commissions/commission";
import { reversePaymentSchema } from "~/domain/commissions/commission.schema";
import { translator } from "./request-language.server";
import { staffScope } from "./open-scope.server";
import type { z } from "zod";
import type { SingleFormAction } from "./action.server";

// The dialog that reverses a payment, which several screens share.

type Target = { kind: string | undefined; id: string | undefined; closeTo: string };

/**
 * Loads the dialog. Throws 404 for a commission that is not paid or belongs to another organization. Members see which
 * owners can do it.
 */
export async function loadReversal(args: LoaderFunctionArgs, { kind, id, closeTo }: Target) {
  const known = commissionKindOf(kind);
  const t = await translator(args.request);
  return staffScope(args, async (scope, user) => {
    const reversible = known && id ? await readReversal(scope, { kind: known, id }) : null;
    if (!reversible) throw new Response(null, { status: 404, statusText: "Not Found" });
    const { company } = reversible.transaction;
    return {
      reversible,
      closeTo,
      title: t("transactions:reverse.title", { company }),
      /** Null for owners, who can do it themselves. */
      owners: user.membership.role === "owner" ? null : await readOwners(scope),
    };
  });
}

/** Reverses the payment. The ids in the URL override those of the form. */
export const reversalAction = ({
  kind,
  id,
  closeTo,
}: Target): SingleFormAction<"member", z.output<typeof reversePaymentSchema>> => ({
  who: "member",
  signedOut: "not_authenticated",
  named: { kind, id },
  schema: reversePaymentSchema,
  failed: "reversal_failed",
  run: async (input, { inScope, t }) => {
    const done = await inScope((scope) => reversePayment(scope, input));
    return {
      to: closeTo,
      toast: {
        tone: done ? "success" : "info",
        title: t(`transactions:reverse.${done ? "done" : "before"}`),
      },
    };
  },
});
