import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { readPaymentCode } from "~/domain/payouts/make-bank-file.server";
import { paths } from "~/paths/paths";
import { changingStaffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { qrPath } from "~/server/qr.server";
import { redirect } from "~/server/redirect.server";
import { translator } from "~/server/request-language.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { runId = "", payoutId = "" } = params;
  if (await askedProofs({ request, context }))
    throw redirect(paths.prove({ redirectTo: paths.paymentCode(runId, payoutId) }));
  const found = await changingStaffScope(
    { request, context },
    (scope) => readPaymentCode(scope, { runId, payoutId }),
    "looking",
  );
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { code, ...shown } = found;
  return {
    ...shown,
    title: t("runs:code.title", { name: found.affiliate }),
    runId,
    qr: code === null ? null : qrPath(code),
  };
}

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
        {qr && (
          // Dark on light in either theme, because some apps cannot read the inverse.
          <svg
            role="img"
            aria-label={t("code.image")}
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            className="mx-auto size-64 rounded-md border"
          >
            <rect width={qr.size} height={qr.size} fill="white" />
            <path d={qr.path} fill="black" />
          </svg>
        )}
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
