import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, Await, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { showsPage } from "~/paths/affiliate-view";
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
import { FilterForm } from "./filter-form";
import { ListSkeleton } from "./list-skeleton";
import { NoneYet } from "./none";
import { useAffiliateColumns } from "./use-affiliate-columns";
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
          <FilterForm asked={asked} />
          <UnchangedPanel />
          {/* Outside the part that the skeleton replaces, so that the sort control keeps the focus. */}
          <div className={fitClass.most}>
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
