import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Count } from "~/components/ui/count-text";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadOrder } from "~/domain/leads/lead-filter";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import { leadPath } from "~/web/thing-paths";
import { NoLeadsYet } from "./empty-lists";
import { LeadRowActions } from "./lead-row-actions";
import { useLeadColumns } from "./use-lead-columns";
import type { Moves } from "./use-lead-moves";

export type LeadTableProps = {
  page: Page<LeadCard>;
  total: Count;
  order: Order<LeadOrder>;
  /** Whether the company sorts them too. */
  sortable: boolean;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  nothing: ReactNode;
};

/** The open leads as a table, with what may be done with each. */
export function LeadTable({ page, total, order, sortable, moves, onSubmit, nothing }: LeadTableProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const columns = useLeadColumns(order, sortable);
  if (page.rows.length === 0) return nothing ?? <NoLeadsYet />;
  const rows = page.rows.flatMap((lead) => {
    const status = moves.get(lead.id) ?? lead.status;
    return status === "lost" ? [] : [{ ...lead, status }];
  });
  return (
    <div onSubmit={onSubmit} className="space-y-4">
      <Table
        caption={t("list.caption")}
        fit="many"
        columns={columns}
        rows={rows}
        rowKey={(lead) => lead.id}
        rowHref={(lead) => leadPath(lead.id, search)}
        rowOpensDialog
        rowActions={(lead) => <LeadRowActions lead={lead} moving={moves.has(lead.id)} />}
        cardActions="row"
      />
      <PageLinks page={page} total={total} path="/leads" />
    </div>
  );
}
