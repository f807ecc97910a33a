import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, Await, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { showsPage, invitationParam } from "~/paths/affiliate-view";
import { AffiliatePage } from "./affiliate-page";
import { loadList, loadPage, type LoadedList } from "./load.server";
import { paths } from "~/paths/paths";
import { Suspense } from "react";
import { ExportList } from "~/components/exports/export-list";
import { ImportLink } from "~/components/imports/import-link";
import { ViewsMenu } from "~/components/lists/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { fitClass } from "~/components/ui/table-fit";
import { TableSort } from "~/components/ui/table-sort";
import { useAddress } from "~/components/ui/use-address";
import { AffiliateSections } from "./affiliate-sections";
import { ListSkeleton } from "./list-skeleton";
import { NoneYet } from "./none";
import { useAffiliateColumns } from "./use-affiliate-columns";
import { FilterSearch } from "~/components/forms/filter-search";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "~/components/ui/button";
import { ClearFilters, ListToolbar } from "~/components/ui/list-toolbar";
import { Select } from "~/components/ui/select";
import { sections } from "~/domain/affiliates/affiliate";
import { invitationStates } from "~/domain/affiliates/invitation";
import { sendForm } from "~/browser/client-actions";
import { UnchangedPanel } from "~/components/toast/unchanged-panel";
import { runAction } from "~/server/action.server";
import { MAX_SENT, setSeveral } from "~/server/affiliate-batches.server";
import { affiliateIntents } from "./intents";

/** Loads the list, or the page of an affiliate: a dialog is shown above the one it was opened on. */
export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("affiliates:title");
  if (args.params["affiliateId"] && showsPage(new URL(args.request.url)))
    return { title, page: await loadPage(args), list: null };
  return { title, page: null, list: await loadList(args) };
}

export async function action(args: ActionFunctionArgs) {
  const url = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { affiliate_id: MAX_SENT },
    of: affiliateIntents,
    intents: {
      "activate-several": setSeveral(url, "active"),
      "deactivate-several": setSeveral(url, "inactive"),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, affiliateIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Affiliates() {
  const { page, list } = useLoaderData<typeof loader>();
  return (
    <div className="space-y-3">
      {page && <AffiliatePage key={page.affiliate.id} page={page} />}
      {list && <AffiliateList loaded={list} />}
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("affiliates");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.affiliates()} />;
}

/** All affiliates in their sections, with search and filter (AFF-01). */
function AffiliateList({ loaded }: { loaded: LoadedList }) {
  const { asked, any, list, timeZone } = loaded;
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const columns = useAffiliateColumns(asked.order, timeZone);
  return (
    <>
      <PageHeader
        title={t("title")}
        views={<ViewsMenu list="affiliates" />}
        subtitle={t("subtitle")}
        actions={
          <>
            {any && <ExportList name="affiliates" compact />}
            <ImportLink kind="affiliates" />
            <DialogLink variant="primary" to={paths.newAffiliate(search)} data-key="c">
              <Icon name="user-plus" />
              {t("add")}
            </DialogLink>
          </>
        }
      />
      {any ? (
        <>
          <FilterForm search={asked.search} status={asked.status} />
          <UnchangedPanel />
          {/* Outside the part that the skeleton replaces, so that the sort control keeps the focus. */}
          <div className={fitClass.some}>
            <TableSort columns={columns} />
          </div>
          {/* One element for skeleton and list, which stays inert behind a dialog while its content changes. */}
          <div>
            {/* Always within the boundary: outside of it the list would be mounted again, and the focus lost. */}
            <Suspense fallback={<ListSkeleton />}>
              <Await resolve={list}>
                {(shown) => <AffiliateSections list={shown} asked={asked} columns={columns} />}
              </Await>
            </Suspense>
          </div>
        </>
      ) : (
        <NoneYet />
      )}
    </>
  );
}

type FilterFormProps = { search: string; status: string };

/** Search and status of the list; both are stored in the URL. Sends itself; without JavaScript there is a button. */
function FilterForm({ search, status }: FilterFormProps) {
  const { t } = useTranslation("affiliates");
  const form = useFilterForm(paths.affiliates(), { q: search, status });
  const sort = new URLSearchParams(useAddress().search).get("sort");
  return (
    <ListToolbar>
      <form {...form} role="search" aria-label={t("filter.label")} className="contents">
        <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={search} />
        <Select
          name="status"
          aria-label={t("filter.status")}
          defaultValue={status}
          options={[
            { value: "", label: t("filter.all") },
            ...sections.flatMap((value) =>
              value === "invited"
                ? invitationStates.map((state) => ({
                    value: invitationParam(state),
                    label: t(`invitation_state.${state}`),
                  }))
                : [{ value, label: t(`status.${value}`) }],
            ),
            // All invited affiliates, which other pages link to.
            ...(status === "invited" ? [{ value: "invited", label: t("status.invited") }] : []),
          ]}
          className="max-md:min-w-0 max-md:flex-1 md:w-44"
        />
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
          {t("filter.submit")}
        </Button>
      </form>
      {(search || status) && <ClearFilters to={paths.affiliates()} />}
    </ListToolbar>
  );
}
