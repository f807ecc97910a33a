import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { useAffiliateName } from "~/browser/namesakes";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { reclaimIntents } from "~/components/payouts/document-intents";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { undoSettlementSchema } from "~/domain/payouts/reclaim.schema";
import { readReclaims } from "~/domain/payouts/reclaims.server";
import { undoSettlement } from "~/domain/payouts/settle-reclaim.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { ReclaimCard } from "./reclaim-card";
import { SettledList } from "./settled-list";
import "~/components/payouts/payout-texts";
import "~/components/payouts/payee-texts";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { id, name } = await affiliateOf(args);
  const found = await staffScope(args, (scope) => readReclaims(scope, id));
  return { title: t("reclaims:page", { name }), id, name, ...found };
}

export async function action(args: ActionFunctionArgs) {
  const affiliateId = args.params["affiliateId"] ?? "";
  return runAction(args, {
    who: "member",
    of: reclaimIntents,
    intents: {
      undo: {
        backTo: paths.reclaims(affiliateId),
        schema: undoSettlementSchema,
        run: async (settlementId, { inScope, t }) => {
          await inScope((scope) => undoSettlement(scope, { affiliateId, settlementId }));
          return { to: paths.reclaims(affiliateId), toast: { tone: "success", title: t("reclaims:undone") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, reclaimIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** What an affiliate owes back and no commission sets off, by currency, and what was settled (PAY-13). */
export default function Reclaims() {
  const { id, name, open, settlements } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["reclaims", "payouts"]);
  const affiliateName = useAffiliateName();
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("page", { name: affiliateName(id, name) })}
        subtitle={t("subtitle")}
        back={{ to: paths.payouts(), label: t("payouts:title") }}
      />
      {open.length === 0 && (
        <div className="rounded-lg border bg-surface">
          <EmptyState icon="circle-check" title={t("none")}>
            {t("none_text")}
          </EmptyState>
        </div>
      )}
      {open.map((reclaim) => (
        <ReclaimCard key={reclaim.currency} reclaim={reclaim} />
      ))}
      <SettledList settlements={settlements} />
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("reclaims");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.payouts()} />;
}
