import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { QrCode } from "~/components/ui/qr-code";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { paths } from "~/paths/paths";
import { loadPaymentCode } from "~/server/payment-code.server";
import "~/components/payouts/payout-texts";

export const loader = (args: LoaderFunctionArgs) => loadPaymentCode(args);

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** A payout as a code that a banking app reads as a filled-in transfer (PAY-11). */
export default function PaymentCode() {
  const { title, runId, number, affiliate, amount, qr, problem } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "errors", "common"]);
  const format = useFormat();
  const closeTo = paths.payoutRun(runId);
  return (
    <RouteDialog title={title} description={qr ? t("code.text") : undefined} closeTo={closeTo} size="sm">
      <div className="grid gap-4">
        {problem && <Alert tone="warning">{t(`errors:${problem}`, { name: affiliate })}</Alert>}
        {qr && <QrCode qr={qr} label={t("code.image")} className="mx-auto size-64" />}
        <p className="text-center font-medium tabular-nums">
          {number} · {format.money({ amount, currency: "EUR" })}
        </p>
        <FormActions>
          <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
        </FormActions>
      </div>
    </RouteDialog>
  );
}
