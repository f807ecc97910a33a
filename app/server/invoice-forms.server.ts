import { parseWithZod } from "@conform-to/zod/v4";
import { requireInvoiceSlot } from "~/domain/payouts/invoice-slot.server";
import type { InvoiceFacts } from "~/domain/payouts/own-invoice";
import { enteredInvoiceSchema, invoiceFormSchema } from "~/domain/payouts/own-invoice.schema";
import { submitInvoice } from "~/domain/payouts/submit-invoice.server";
import type { InScope } from "~/domain/shared/scope";
import type { Acting } from "./action.server";
import { withInvoice } from "./files/take-invoice.server";
import { unreadReply } from "./form-reply.server";
import { numberLocale } from "./request-language.server";

interface InvoiceForm<W extends "member" | "affiliate"> {
  request: Request;
  payoutId: string | undefined;
  /** Returns how the file is stored. */
  inStore: (acting: Acting<W>) => Promise<InScope>;
  /** The page after it. */
  to: string;
}

/** The form with which an affiliate, or a member for them, sends the invoice that a payout waits for (PAY-17). */
export const invoiceForm = <W extends "member" | "affiliate">({ request, payoutId, inStore, to }: InvoiceForm<W>) => ({
  schema: invoiceFormSchema,
  failed: "invoice_failed",
  run: async (_: unknown, acting: Acting<W>) => {
    const { form, file, t } = acting;
    const inScope = acting.inScope as InScope;
    // Before the file is read, which takes long.
    const { statement } = await inScope((scope) => requireInvoiceSlot(scope, payoutId));
    const locale = await numberLocale(request);
    const read = parseWithZod(form, { schema: enteredInvoiceSchema(statement.currency, locale) });
    const entered = (): InvoiceFacts | null => (read.status === "success" ? read.value : null);
    const id = await withInvoice({ inStore: await inStore(acting), file, entered }, (invoice) =>
      inScope((scope) => submitInvoice(scope, { payoutId: payoutId ?? "", ...invoice })),
    );
    if (id === null) return { reply: unreadReply(read), status: 422 };
    return { to, toast: { tone: "success" as const, title: t("invoices:sent") } };
  },
});
