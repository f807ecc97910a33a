import { useTranslation } from "react-i18next";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { InvoiceStatusBadge } from "~/components/payouts/invoice-badge";
import { InvoiceForm } from "~/components/payouts/invoice-form";
import { Comparison, InvoiceHistory, ShownInvoice } from "~/components/payouts/invoice-view";
import { Card } from "~/components/ui/card";
import type { PayoutInvoices } from "~/domain/payouts/read-invoices.server";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

type OwnInvoiceProps = { invoices: PayoutInvoices; organization: string; timeZone: string };

/** What the affiliate's invoice has to say, the one that was sent, and the form for another one. */
export function OwnInvoice({ invoices: found, organization, timeZone }: OwnInvoiceProps) {
  const { t } = useTranslation("invoices");
  const reply = replyTo(useReply(), "upload");
  const { status, expected, invoices } = found;
  const [latest] = invoices;
  const of = { fileTo: paths.ownFile, organization, timeZone };
  const isOpen = status !== null && status !== "accepted";
  const form = <InvoiceForm currency={expected.currency} lastResult={reply} />;
  return (
    <div id="invoice" data-print="hide">
      <Card
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t("own_title")} {status && <InvoiceStatusBadge status={status} isOwn />}
          </span>
        }
        description={isOpen ? t("expected", { organization, number: expected.number }) : undefined}
      >
        <div className="grid gap-5">
          {latest ? (
            <ShownInvoice invoice={latest} expected={expected} {...of} />
          ) : (
            <Comparison expected={expected} invoice={null} />
          )}
          {!isOpen && !latest && <p className="text-muted">{t("closed")}</p>}
          {isOpen && status === "waiting" && (
            <details open={reply !== undefined}>
              <summary className="cursor-pointer py-2 font-medium">{t("send_another")}</summary>
              <div className="pt-2">{form}</div>
            </details>
          )}
          {isOpen && status !== "waiting" && (
            <section className="grid gap-3 border-t pt-5" aria-labelledby="send-invoice">
              <h3 id="send-invoice" className="font-semibold">
                {t(latest ? "send_another" : "send_title")}
              </h3>
              {form}
            </section>
          )}
          <InvoiceHistory invoices={invoices} {...of} />
        </div>
      </Card>
    </div>
  );
}
