import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/i18n/i18n.server";
import { actWithToast, toastOf } from "~/web/act.server";
import { formOf } from "~/web/form.server";
import { buttonClientAction, movingClientAction } from "~/web/form-action";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { ScreenError } from "~/web/screen-error";
import { withFocus } from "~/web/with-focus";
import { FilterForm } from "./filter-form";
import { moveLeadButton, payDealButton } from "./lead-buttons.server";
import { chosenLayout, rememberingLayout } from "./layout-choice.server";
import { LayoutSwitch } from "./layout-switch";
import { LeadList } from "./lead-list";
import { loadLeads } from "./lead-lists.server";
import { LeadTabs } from "./lead-tabs";
import { isNarrowed, leadsPath, leadViewOf } from "./lead-view";
import { putSetupAway } from "./setup-button.server";
import { SetupChecklist } from "./setup-checklist";
import { useLeadMoves, type LeadsContext } from "./use-lead-moves";
import { useSetup } from "./use-setup";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const view = leadViewOf(url);
  const t = await translator(request);
  const layout = await chosenLayout(request, view);
  const lists = await staffScope({ request, context }, (scope) =>
    loadLeads(scope, view, layout, url.searchParams),
  );
  return rememberingLayout(request, view, { title: t("leads:title"), view, layout, ...lists });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const posted = await formOf(request);
  const form = Object.fromEntries(posted);
  if (form["intent"] === "hide-setup") {
    return putSetupAway({ request, context, params }, leadsPath(new URL(request.url)));
  }
  const t = await translator(request);
  const button = form["intent"] === "mark-paid" ? payDealButton : moveLeadButton;
  const act = () => staffScope({ request, context }, (scope) => button(scope, form, t));
  // The board stays where it is and shows the toast itself.
  if (form["answer"] === "toast") return { toast: await toastOf(act, t) };
  return actWithToast(withFocus(leadsPath(new URL(request.url)), posted), act, t);
}

/** A move that ends in a fault is undone like one that is refused; without this the whole screen would be gone. */
export async function clientAction(call: ClientActionFunctionArgs) {
  const form = await call.request.clone().formData();
  return form.get("answer") === "toast" ? movingClientAction(call) : buttonClientAction(call);
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageTitle(page?.title);

export default function Leads() {
  const { view, layout, tabs, affiliates, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const { moves, outcomes, onSubmit } = useLeadMoves();
  const setup = useSetup();
  const isWholePipeline = view.tab === "pipeline" && !isNarrowed(view);
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <DialogLink variant="primary" to={`/leads/new${search}`}>
            <UserPlus aria-hidden />
            {t("add.title")}
          </DialogLink>
        }
      />
      <FilterForm view={view} affiliates={affiliates} />
      <LeadTabs view={view} tabs={tabs} moves={moves}>
        {view.tab === "pipeline" && <LayoutSwitch layout={layout} />}
      </LeadTabs>
      {setup && isWholePipeline && <SetupChecklist setup={setup} />}
      <LeadList {...{ view, list, affiliates, moves, onSubmit }} />
      {outcomes}
      <Outlet context={{ onSubmit } satisfies LeadsContext} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("leads");
  const { tab } = leadViewOf(useAddress());
  return (
    <ScreenError title={t("title")} failed={t(tab === "deals" ? "failed_deals" : "failed")} screen="/leads" />
  );
}
