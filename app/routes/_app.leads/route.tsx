import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ExportList } from "~/components/exports/export-list";
import { ImportLink } from "~/components/imports/import-link";
import { Icon } from "~/components/ui/icon";
import { ViewsMenu } from "~/components/lists/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { withQuery } from "~/paths/address";
import { exactFilter } from "~/domain/fields/exact-filter";
import { redirect } from "~/server/redirect.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { FilterForm } from "./filter-form";
import { WorkFilter } from "./work-filter";
import { MAX_SENT, moveSeveral } from "~/server/lead-batches.server";
import { hideSetupButton, moveLeadButton, payDealButton, resumeDealButton } from "~/server/lead-buttons.server";
import { chooseLayout } from "./layout-choice.server";
import { LeadList } from "./lead-list";
import { readLeadsScreen } from "./read-leads-screen.server";
import {
  hasFilters,
  leadsPath,
  leadViewOf,
  layouts,
  leadsPathWith,
  type Layout,
  type LeadView,
} from "~/paths/lead-view";
import { SetupChecklist } from "./setup-checklist";
import { useLeadMoves, type LeadsContext, type Moves } from "~/components/leads/use-lead-moves";
import { useSetup } from "./use-setup";
import { UnchangedPanel } from "~/components/toast/unchanged-panel";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { leadIntents } from "~/components/leads/lead-intents";
import { paths } from "~/paths/paths";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import { columnParam } from "~/domain/leads/lead-columns";
import { openLeadStatuses } from "~/domain/leads/lead";
import type { ReactNode } from "react";
import { countText, type Count } from "~/components/ui/count-text";
import { TabsNav } from "~/components/ui/tabs-nav";
import { leadTabs, type LeadTab } from "~/domain/leads/lead-filter";

const icons = { board: "columns-3", list: "list" } as const;
/** Parameters that only one of the two layouts has. */
const own = Object.fromEntries(["sort", ...openLeadStatuses.map(columnParam)].map((name) => [name, null]));

/** Open leads as a board or as a list; the choice is stored. */
function LayoutSwitch({ layout }: { layout: Layout }) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const links = layouts.map((one) => {
    const icon = icons[one];
    const current = one === layout;
    return (
      <Link
        key={one}
        to={leadsPathWith(location, { ...own, view: one })}
        // No prefetch: it would be stored as a choice.
        prefetch="none"
        preventScrollReset
        aria-current={current ? "true" : undefined}
        title={t(`layout.${one}`)}
        className={cn(
          "inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium md:min-h-10 md:px-2.5",
          "transition-colors duration-150",
          current ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
        )}
      >
        <Icon name={icon} className="size-4" />
        <span className="sr-only">{t(`layout.${one}`)}</span>
      </Link>
    );
  });
  return (
    <nav aria-label={t("layout.label")} className="flex shrink-0 gap-1 py-0.5">
      {links}
    </nav>
  );
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const view = leadViewOf(url);
  const t = await translator(request);
  const locale = await numberLocale(request);
  const exact = exactFilter(url.searchParams, locale);
  if (exact) throw redirect(withQuery(url.pathname, exact));
  const { layout, answer: respond } = await chooseLayout(request, view);
  const asked = { ...view, filter: { ...view.filter, locale } };
  const answer = (isYes: boolean) => t(`fields:${isYes ? "yes" : "no"}`);
  const screen = await staffScope({ request, context }, async (scope, { appearance: { columns } }) => {
    await openDefaultView(scope, request, "leads");
    return readLeadsScreen(scope, asked, layout, url.searchParams, { columns, answer });
  });
  return respond({ title: t("leads:title"), view, layout, ...screen });
}

export async function action(args: ActionFunctionArgs) {
  const here = leadsPath(new URL(args.request.url));
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    of: leadIntents,
    intents: {
      move: moveLeadButton(here),
      "contact-several": moveSeveral(args.request, "contacted"),
      "qualify-several": moveSeveral(args.request, "qualified"),
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
  const { view, layout, tabs, affiliates, members, list, period, hasOwn } = useLoaderData<typeof loader>();
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const { moves, outcomes, onSubmit } = useLeadMoves();
  const setup = useSetup();
  const isWholePipeline = view.tab === "pipeline" && !hasFilters(view);
  return (
    <div className="space-y-3">
      <PageHeader
        title={t("title")}
        views={<ViewsMenu list="leads" />}
        subtitle={t("subtitle")}
        actions={
          <>
            <ExportList name={view.tab === "deals" ? "deals" : "leads"} compact />
            <ImportLink kind="leads" />
            <DialogLink variant="primary" to={paths.newLead(search)} data-key="c">
              <Icon name="user-plus" />
              {t("add.title")}
            </DialogLink>
          </>
        }
      />
      <FilterForm view={view} affiliates={affiliates} members={members} period={period} hasOwn={hasOwn} />
      <LeadTabs view={view} tabs={tabs} moves={moves}>
        {view.tab === "pipeline" && !view.all && (
          <div className="flex items-center gap-x-4 gap-y-2 max-md:w-full md:flex-wrap md:gap-x-2">
            <WorkFilter view={view} />
            <LayoutSwitch layout={layout} />
          </div>
        )}
      </LeadTabs>
      {setup && isWholePipeline && <SetupChecklist setup={setup} />}
      <UnchangedPanel />
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

type LeadTabsProps = {
  view: LeadView;
  tabs: Record<LeadTab, Count>;
  moves: Moves;
  /** Content beside the tabs. */
  children?: ReactNode;
};

/** The three views with their counts. A move that is being sent counts as done. */
function LeadTabs({ view, tabs, moves, children }: LeadTabsProps) {
  const { t, i18n } = useTranslation("leads");
  const lost = [...moves.values()].filter((to) => to === "lost").length;
  const moved: Record<LeadTab, number> = { pipeline: -lost, deals: 0, archive: lost };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 max-md:[&>nav:first-child]:w-full md:border-b md:[&>nav:first-child]:border-b-0">
        <TabsNav
          path={paths.leads()}
          label={t("views")}
          current={view.all ? "" : view.tab}
          // Parameters that only one view has.
          drop={["status", "sort", "deals", "responsible", "step", ...openLeadStatuses.map(columnParam)]}
          items={leadTabs.map((tab) => {
            const count = countText({ ...tabs[tab], count: tabs[tab].count + moved[tab] }, i18n.language);
            return { value: tab, label: t(`tab.${tab}`), count };
          })}
        />
        {children}
      </div>
    </>
  );
}
