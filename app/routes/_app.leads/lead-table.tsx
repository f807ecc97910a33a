import { useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { besideBar } from "~/components/selection/selection-line";
import { useSelection } from "~/components/selection/use-selection";
import { useFlash } from "~/components/toast/flash-context";
import type { Count } from "~/components/ui/count-text";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { ListedOwn } from "~/domain/fields/listed-own.server";
import type { LeadOrder } from "~/domain/leads/lead-filter";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import { BATCH_FORM, BatchBar } from "./batch-bar";
import { NoLeadsYet } from "./empty-lists";
import { LeadRowActions } from "./lead-row-actions";
import { useOwnColumns } from "~/components/fields/use-own-columns";
import { useLeadColumns } from "./use-lead-columns";
import type { Moves } from "~/components/leads/use-lead-moves";
import { paths } from "~/paths/paths";

export type LeadTableProps = {
  page: Page<LeadCard>;
  own: ListedOwn;
  total: Count;
  order: Order<LeadOrder | "lost" | "due">;
  /** True if the leads can be sorted by company. */
  sortable: boolean;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  nothing: ReactNode;
};

/** The open leads as a table, with actions for each, and for the selected ones together. */
export function LeadTable({ page, own, total, order, sortable, moves, onSubmit, nothing }: LeadTableProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const columns = [...useLeadColumns(order, sortable, page.rows), ...useOwnColumns<LeadCard>(own)];
  const rows = page.rows.flatMap((lead) => {
    const status = moves.get(lead.id) ?? lead.status;
    return status === "lost" ? [] : [{ ...lead, status }];
  });
  // The address of a dialog contains the ids of the leads selected for it.
  const sent = new URLSearchParams(useLocation().search).getAll("lead_id");
  const selection = useSelection(rows, sent, useFlash()?.id);
  if (page.rows.length === 0) return nothing ?? <NoLeadsYet />;
  return (
    <div className="group/list space-y-2">
      {/* The bar at the bottom must not cover the focused element. */}
      <div onSubmit={onSubmit} className={besideBar}>
        <Table
          name="leads"
          caption={t("list.caption")}
          fit="many"
          isMain
          choice={{
            selection,
            form: BATCH_FORM,
            label: t("batch.select"),
            pageLabel: t("batch.page"),
            boxOf: ({ id, company }) => ({ name: "lead_id", value: id, of: company }),
          }}
          columns={columns}
          rows={rows}
          rowKey={(lead) => lead.id}
          rowHref={(lead) => paths.lead(lead.id, search)}
          rowOpensDialog
          rowActions={(lead) => <LeadRowActions lead={lead} moving={moves.has(lead.id)} />}
        />
      </div>
      <BatchBar selection={selection} total={total} />
      <PageLinks page={page} total={total} path={paths.leads()} />
    </div>
  );
}
