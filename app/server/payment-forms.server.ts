import { recurringDeals } from "~/domain/commissions/generation";
import { payAllDue, type DueWanted } from "~/domain/commissions/pay-all-due.server";
import { generateOrQueue } from "~/domain/commissions/start-generation.server";
import { markPaidSchema, payAllDueSchema, payPaymentsSchema } from "~/domain/commissions/commission.schema";
import { numberLocale } from "./request-language.server";
import { withReceipt } from "./files/take-receipt.server";
import { paidToast, payNamed, withNames } from "./paid-toast.server";
import { paymentListParams } from "./list-params.server";
import { payeesIn } from "./payees.server";
import type { z } from "zod";
import type { ButtonHandler, FormHandler } from "./action.server";
import type { Scope } from "~/domain/shared/scope";
import { DomainError } from "~/domain/shared/errors";
import { knownSearch } from "~/paths/address";
import { paths } from "~/paths/paths";

type Handler<S extends z.ZodType> = FormHandler<"member", z.output<S>>;

/** Returns the address of the tab, filter and page of the button. */
const backTo = (request: Request) => paths.commissions(new URL(request.url).search);

/** Makes the missing monthly payments (COM-03). */
export const generate = (request: Request): ButtonHandler<"member", unknown> => ({
  backTo: backTo(request),
  failed: "commissions:generate_failed",
  run: async (_, { inScope, t }) => {
    const counts = await generateOrQueue(inScope);
    if (!counts) {
      return {
        toast: {
          tone: "info",
          title: t("commissions:toasts.begun"),
          description: t("commissions:toasts.begun_text", { place: t("commissions:runs.open") }),
        },
      };
    }
    if (counts.created > 0) {
      return {
        toast: { tone: "success", title: t("commissions:toasts.created", { count: counts.created }) },
      };
    }
    const reason = recurringDeals(counts) === 0 ? "no_deals" : "complete";
    return {
      toast: {
        tone: "info",
        title: t(`commissions:toasts.${reason}`),
        description: t(`commissions:toasts.${reason}_text`),
      },
    };
  },
});

/**
 * Marks the posted monthly payment or one-off commission paid; one that is already paid is unchanged (COM-02, TRX-04).
 */
export const markPaid = (request: Request): ButtonHandler<"member", z.output<typeof markPaidSchema>> => ({
  backTo: backTo(request),
  schema: markPaidSchema,
  failed: "errors:status_failed",
  run: async (wanted, { inScope, t }) => {
    const done = await inScope((scope) => payNamed(scope, { ...wanted, receiptUrl: null }));
    return { toast: paidToast(done, t, await numberLocale(request)) };
  },
});

/** Marks the chosen commissions paid, with one receipt (COM-06). */
export const pay = (request: Request): Handler<typeof payPaymentsSchema> => ({
  schema: payPaymentsSchema,
  failed: "status_failed",
  run: async ({ all, ...chosen }, { inScope, t }) => {
    // Its dialog shows what all of them are, and asks for the receipt.
    if (all) return { to: paths.payAll(knownSearch(new URL(request.url).search)) };
    const done = await inScope((scope) => payNamed(scope, chosen));
    return { to: backTo(request), toast: paidToast(done, t, await numberLocale(request)) };
  },
});

interface DuePayment {
  /** Returns which due commissions the URL names. */
  wanted: (scope: Scope, params: URLSearchParams) => Promise<DueWanted | null>;
  to: string;
}

/** Marks the due commissions that the URL names paid, with one receipt. */
const payDue = (request: Request, { wanted, to }: DuePayment): Handler<typeof payAllDueSchema> => ({
  schema: payAllDueSchema,
  failed: "status_failed",
  run: async ({ version, receiptUrl: url }, { inScope, file, t }) => {
    const { searchParams } = new URL(request.url);
    const done = await withReceipt(inScope, { file, receiptUrl: url }, (receiptUrl) =>
      inScope(async (scope) => {
        const filter = await wanted(scope, searchParams);
        if (!filter) throw new DomainError("payments_changed");
        return withNames(scope, await payAllDue(scope, { version, receiptUrl, filter }));
      }),
    );
    return { to, toast: paidToast(done, t, await numberLocale(request)) };
  },
});

/** Pays all due commissions that the list shows at this URL, also with a search (COM-06). */
export const payAll = (request: Request) =>
  payDue(request, {
    wanted: async (scope, params) => (await paymentListParams(scope, params)).filter,
    to: backTo(request),
  });

/** Pays what is due to the affiliates in the URL, in one currency (WORK-02). */
export const payOwed = (request: Request) =>
  payDue(request, {
    wanted: async (_scope, params) => payeesIn(params),
    to: paths.payouts(knownSearch(new URL(request.url).search)),
  });
