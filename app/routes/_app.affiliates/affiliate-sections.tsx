import { useTranslation } from "react-i18next";
import { besideBar } from "~/components/selection/selection-line";
import { useSelection } from "~/components/selection/use-selection";
import { useFlash } from "~/components/toast/flash-context";
import { Icon } from "~/components/ui/icon";
import { PageLinks } from "~/components/ui/page-links";
import { DialogLink } from "~/components/ui/route-dialog";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { useAddress } from "~/components/ui/use-address";
import { sections, type AffiliateStatus } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/reports/list-affiliates.server";
import type { Page } from "~/domain/shared/page";
import { AffiliateActions } from "./affiliate-actions";
import { isFiltered, type AskedFilter } from "./filter-form";
import { BATCH_FORM, BatchBar } from "./batch-bar";
import { ListSkeleton } from "./list-skeleton";
import { NoneFound } from "./none";
import { chosenParams } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SKELETON_DELAY_MS } from "~/browser/patience";

export type AffiliateSectionsProps = {
  list: Page<AffiliateRow> & { counts: Record<AffiliateStatus, number>; uninvited: number };
  asked: AskedFilter & { isFirst: boolean };
  columns: readonly TableColumn<AffiliateRow>[];
};

/** A page of the list under the headings of its sections. */
export function AffiliateSections({ list, asked, columns }: AffiliateSectionsProps) {
  const { t } = useTranslation(["affiliates", "batches"]);
  const { search } = useAddress();
  // The address of a dialog contains the ids of the affiliates selected for it.
  const sent = chosenParams(new URLSearchParams(useLocation().search)).ids;
  const selection = useSelection(list.rows, sent, useFlash()?.id);
  const filtered = isFiltered(asked);
  // Without a search the two main sections are shown even if they are empty.
  const groups = sections
    .map((id) => ({ id, rows: list.rows.filter(({ status }) => status === id) }))
    .filter(
      ({ id, rows }) => rows.length > 0 || (!filtered && asked.isFirst && id !== "inactive" && list.counts[id] === 0),
    );
  if (useFiltering()) return <ListSkeleton rows={list.rows.length + groups.length} />;
  const found = sections.reduce((sum, section) => sum + list.counts[section], 0);
  return (
    <div className="group/list space-y-6">
      <div className={besideBar}>
        {groups.length > 0 ? (
          <Table
            name="affiliates"
            fit="most"
            caption={t("title")}
            columns={columns}
            rows={list.rows}
            groups={groups.map(({ id, rows }) => ({
              id,
              rows,
              head: <SectionHead section={id} count={list.counts[id]} uninvited={list.uninvited} />,
              empty: id !== "inactive" && t(`section_empty.${id}`),
            }))}
            rowKey={({ id }) => id}
            rowHref={({ id }) => paths.affiliate(id, search)}
            choice={{
              selection,
              form: BATCH_FORM,
              label: t("batches:affiliates.select"),
              pageLabel: t("batches:affiliates.page"),
              boxOf: ({ id, name }) => ({ name: "affiliate_id", value: id, of: name }),
            }}
            isMain
            rowActions={(affiliate) => <AffiliateActions affiliate={affiliate} />}
            sortedAbove
          />
        ) : (
          <NoneFound />
        )}
      </div>
      {list.rows.length > 0 && <BatchBar selection={selection} total={found} />}
      <PageLinks page={list} total={{ count: found }} path={paths.affiliates()} />
    </div>
  );
}

type SectionHeadProps = {
  section: AffiliateStatus;
  count: number;
  /** Number of affiliates that "invite all" invites. */
  uninvited: number;
};

/** The heading of a section within the table. */
function SectionHead({ section, count, uninvited }: SectionHeadProps) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <h2 className="flex items-center gap-2 font-semibold whitespace-nowrap">
        {t(`section.${section}`)}
        <span className="font-normal tabular-nums">{count}</span>
      </h2>
      {section === "invited" && uninvited > 0 && (
        <DialogLink size="sm" variant="ghost" to={paths.inviteAffiliates(search)} prefetch="intent">
          <Icon name="send" />
          {t("invite_all.open")}
        </DialogLink>
      )}
    </div>
  );
}

/** Returns true if the list has been loading (page, order or search) for longer than PATIENCE_MS. */
function useFiltering(): boolean {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  const loading = state === "loading" && location.pathname === pathname && location.search !== search;
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setWaited(true), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setWaited(false);
    };
  }, [loading]);
  return loading && waited;
}
