import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Await, Outlet, useLoaderData } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { fitClass } from "~/components/ui/table-fit";
import { TableSort } from "~/components/ui/table-sort";
import { useAddress } from "~/components/ui/use-address";
import { affiliateColumns, affiliateStatuses } from "~/domain/affiliates/affiliate.schema";
import { countAffiliates, hasAffiliates, listAffiliates } from "~/domain/affiliates/list-affiliates.server";
import { parseOrder } from "~/domain/shared/order";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { ScreenError } from "~/web/screen-error";
import { unlessSlow } from "~/web/unless-slow.server";
import { AffiliateSections } from "./affiliate-sections";
import { FilterForm } from "./filter-form";
import { ListSkeleton } from "./list-skeleton";
import { NoneYet } from "./none";
import { useAffiliateColumns } from "./use-affiliate-columns";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const search = params.get("q")?.trim() ?? "";
  const status = affiliateStatuses.find((one) => one === params.get("status"));
  const order = parseOrder(params.get("sort"), affiliateColumns, { by: "created", direction: "desc" });
  const cursor = params.get("cursor");
  const t = await translator(request);
  const { timeZone, any } = await staffScope({ request, context }, async (scope) => ({
    timeZone: (await scope.organization()).timeZone,
    any: await hasAffiliates(scope),
  }));
  const list = staffScope({ request, context }, async (scope) => ({
    ...(await listAffiliates(scope, { search, status }, order, cursor)),
    counts: await countAffiliates(scope, { search, status }),
  }));
  return {
    title: t("affiliates:title"),
    asked: { search, status: status ?? "", order, isFirst: cursor === null },
    timeZone,
    any,
    list: (await unlessSlow(request, list)).value,
  };
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Affiliates() {
  const { asked, any, list, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const columns = useAffiliateColumns(asked.order, timeZone);
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <DialogLink variant="primary" to={`/affiliates/new${search}`}>
            <UserPlus aria-hidden />
            {t("add")}
          </DialogLink>
        }
      />
      {any ? (
        <>
          <FilterForm search={asked.search} status={asked.status} />
          {/* Outside of what a skeleton takes the place of: who has just sorted keeps the focus. */}
          <div className={fitClass.some}>
            <TableSort columns={columns} />
          </div>
          <Suspense fallback={<ListSkeleton />}>
            <Await resolve={list}>
              {(loaded) => <AffiliateSections list={loaded} {...{ asked, columns }} />}
            </Await>
          </Suspense>
        </>
      ) : (
        <NoneYet />
      )}
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("affiliates");
  return <ScreenError title={t("title")} failed={t("failed")} screen="/affiliates" />;
}
