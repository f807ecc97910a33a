import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import UserPlus from "lucide-react/icons/user-plus";
import { useTranslation } from "react-i18next";
import { ExportList } from "~/components/exports/export-list";
import { ImportLink } from "~/components/imports/import-link";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { FilterForm } from "./filter-form";
import { MOST_SENT, moveSeveral } from "~/server/lead-batches.server";
import { hideSetupButton, moveLeadButton, payDealButton, resumeDealButton } from "~/server/lead-buttons.server";
import { chooseLayout } from "./layout-choice.server";
import { LayoutSwitch } from "./layout-switch";
import { LeadList } from "./lead-list";
import { readLeadsScreen } from "./read-leads-screen.server";
import { LeadTabs } from "./lead-tabs";
import { isNarrowed, leadsPath, leadViewOf } from "~/paths/lead-view";
import { SetupChecklist } from "./setup-checklist";
import { useLeadMoves, type LeadsContext } from "~/components/leads/use-lead-moves";
import { Unchanged } from "./unchanged";
import { useSetup } from "./use-setup";
import { useFlash } from "~/components/toast/flash-context";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { leadIntents } from "~/components/leads/lead-intents";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const view = leadViewOf(url);
  const t = await translator(request);
  const { layout, answer } = await chooseLayout(request, view);
  const screen = await staffScope({ request, context }, (scope) =>
    readLeadsScreen(scope, view, layout, url.searchParams),
  );
  return answer({ title: t("leads:title"), view, layout, ...screen });
}

export async function action(args: ActionFunctionArgs) {
  const here = leadsPath(new URL(args.request.url));
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MOST_SENT },
    of: leadIntents,
    intents: {
      move: moveLeadButton(here),
      "contact-several": moveSeveral(here, "contacted"),
      "qualify-several": moveSeveral(here, "qualified"),
      "mark-paid": payDealButton(here, args.request),
      "resume-deal": resumeDealButton(here),
      "hide-setup": hideSetupButton(here),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, leadIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Leads() {
  const { view, layout, tabs, affiliates, list, period } = useLoaderData<typeof loader>();
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const { moves, outcomes, onSubmit } = useLeadMoves();
  const setup = useSetup();
  const flash = useFlash();
  const isWholePipeline = view.tab === "pipeline" && !isNarrowed(view);
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <>
            <ExportList name={view.tab === "deals" ? "deals" : "leads"} compact />
            <ImportLink kind="leads" />
            <DialogLink variant="primary" to={paths.newLead(search)}>
              <UserPlus aria-hidden />
              {t("add.title")}
            </DialogLink>
          </>
        }
      />
      <FilterForm view={view} affiliates={affiliates} period={period} />
      <LeadTabs view={view} tabs={tabs} moves={moves}>
        {view.tab === "pipeline" && !view.all && <LayoutSwitch layout={layout} />}
      </LeadTabs>
      {setup && isWholePipeline && <SetupChecklist setup={setup} />}
      <Unchanged flash={flash} />
      <LeadList view={view} list={list} affiliates={affiliates} period={period} moves={moves} onSubmit={onSubmit} />
      {outcomes}
      <Outlet context={{ onSubmit } satisfies LeadsContext} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("leads");
  const { tab } = leadViewOf(useAddress());
  return (
    <ScreenError title={t("title")} failed={t(tab === "deals" ? "failed_deals" : "failed")} screen={paths.leads()} />
  );
}
