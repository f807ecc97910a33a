import { Await } from "@remix-run/react";
import UserPlus from "lucide-react/icons/user-plus";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ExportList } from "~/components/exports/export-list";
import { ImportLink } from "~/components/imports/import-link";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { fitClass } from "~/components/ui/table-fit";
import { TableSort } from "~/components/ui/table-sort";
import { useAddress } from "~/components/ui/use-address";
import { AffiliateSections } from "./affiliate-sections";
import { FilterForm } from "./filter-form";
import { ListSkeleton } from "./list-skeleton";
import type { LoadedList } from "./load.server";
import { NoneYet } from "./none";
import { useAffiliateColumns } from "./use-affiliate-columns";
import { paths } from "~/paths/paths";

/** All affiliates in their sections, with search and filter (AFF-01). */
export function AffiliateList({ loaded }: { loaded: LoadedList }) {
  const { asked, any, list, timeZone } = loaded;
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const columns = useAffiliateColumns(asked.order, timeZone);
  return (
    <>
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <>
            {any && <ExportList name="affiliates" compact />}
            <ImportLink kind="affiliates" />
            <DialogLink variant="primary" to={paths.newAffiliate(search)}>
              <UserPlus aria-hidden />
              {t("add")}
            </DialogLink>
          </>
        }
      />
      {any ? (
        <>
          <FilterForm search={asked.search} status={asked.status} />
          {/* Outside the part that the skeleton replaces, so that the sort control keeps the focus. */}
          <div className={fitClass.some}>
            <TableSort columns={columns} />
          </div>
          <Suspense fallback={<ListSkeleton />}>
            <Await resolve={list}>
              {(shown) => <AffiliateSections list={shown} asked={asked} columns={columns} />}
            </Await>
          </Suspense>
        </>
      ) : (
        <NoneYet />
      )}
    </>
  );
}
