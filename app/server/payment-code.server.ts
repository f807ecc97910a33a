import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPaymentCode } from "~/domain/payouts/make-bank-file.server";
import { paths } from "~/paths/paths";
import { changingStaffScope } from "./open-scope.server";
import { askedProofs } from "./prove.server";
import { qrPath } from "./qr.server";
import { redirect } from "./redirect.server";
import { translator } from "./request-language.server";

/**
 * Loads a payout as a QR code, which is recorded in the audit log. A user who must re-authenticate is redirected.
 * Throws 404 for an unknown payout.
 */
export async function loadPaymentCode({ request, context, params }: LoaderFunctionArgs) {
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
  const title = t("runs:code.title", { name: found.affiliate });
  return { ...shown, title, runId, qr: code === null ? null : qrPath(code) };
}
