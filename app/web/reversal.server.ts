import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readReversal } from "~/domain/commissions/read-reversal.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { reversePaymentSchema, transactionKindOf } from "~/domain/transactions/transaction.schema";
import { translator } from "~/i18n/i18n.server";
import { requireActingMember } from "./acting-member.server";
import { submitOrFault } from "./faults.server";
import { redirectWithToast } from "./flash.server";
import { formOf } from "./form.server";
import { staffScope } from "./open-scope.server";

// The dialog that says that something was not paid after all, which several screens share.

type Target = { kind: string | undefined; id: string | undefined; closeTo: string };

/** What the dialog shows; 404 for whatever is not paid or not of this organisation. Members see whom to ask instead. */
export async function loadReversal(call: LoaderFunctionArgs, { kind, id, closeTo }: Target) {
  const known = transactionKindOf(kind);
  const t = await translator(call.request);
  return staffScope(call, async (scope, user) => {
    const reversible = known && id ? await readReversal(scope, { kind: known, id }) : null;
    if (!reversible) throw new Response(null, { status: 404, statusText: "Not Found" });
    const { company } = reversible.transaction;
    return {
      ...{ reversible, closeTo, title: t("transactions:reverse.title", { company }) },
      /** Null for owners, who need to ask nobody. */
      owners: user.membership.role === "owner" ? null : await readOwners(scope),
    };
  });
}

/** Reverses the payment. What the address of the dialog names counts, whatever the form says. */
export async function saveReversal(call: ActionFunctionArgs, { kind, id, closeTo }: Target) {
  await requireActingMember(call);
  const t = await translator(call.request);
  const form = await formOf(call.request);
  form.set("kind", kind ?? "");
  form.set("id", id ?? "");
  return submitOrFault(call, form, reversePaymentSchema, "reversal_failed", async (input) => {
    const done = await staffScope(call, (scope) => reversePayment(scope, input));
    return redirectWithToast(closeTo, {
      tone: done ? "success" : "info",
      title: t(`transactions:reverse.${done ? "done" : "before"}`),
    });
  });
}
