import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { ListLink } from "~/components/ui/list-link";
import { NameLink } from "~/components/ui/name-link";
import type { TableColumn } from "~/components/ui/table-column";
import { useAddress } from "~/components/ui/use-address";
import { useSort } from "~/components/ui/use-sort";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadOrder } from "~/domain/leads/lead-filter";
import { displayEmail } from "~/domain/shared/erased";
import type { Order } from "~/domain/shared/order";
import { useCardTexts } from "~/components/leads/card-texts";
import { paths } from "~/paths/paths";

/** Returns the columns of the list of open leads. */
export function useLeadColumns(order: Order<LeadOrder | "lost">, sortable: boolean): TableColumn<LeadCard>[] {
  const { t } = useTranslation("leads");
  const texts = useCardTexts();
  const sort = useSort<LeadOrder | "lost">(order, paths.leads());
  return [
    {
      id: "company",
      header: t("lead.company"),
      primary: true,
      className: "cells:min-w-36",
      ...(sortable && { sort: sort("company") }),
      cell: (lead) => lead.company,
    },
    {
      id: "contact",
      header: t("lead.contact"),
      className: "cells:min-w-40",
      cell: (lead) => <Contact lead={lead} />,
    },
    {
      id: "affiliate",
      header: t("lead.affiliate"),
      tuckUnder: "company",
      cell: (lead) => (
        <NameLink to={lead.affiliateId && paths.affiliate(lead.affiliateId)}>
          {texts.affiliate(lead.affiliateId, lead.affiliate) ?? texts.noAffiliate}
        </NameLink>
      ),
    },
    {
      id: "status",
      header: t("lead.status"),
      cell: (lead) => <LeadStatusBadge reader="staff" status={lead.status} />,
    },
    {
      id: "created",
      header: t("lead.created"),
      align: "end",
      sort: sort("created", "desc"),
      cell: (lead) => (
        <time dateTime={lead.createdOn} title={texts.age(lead.age)}>
          {texts.day(lead.createdOn)}
        </time>
      ),
    },
  ];
}

/** The contact, and a note if the lead is a duplicate. */
function Contact({ lead: { contact, email, duplicateOf } }: { lead: LeadCard }) {
  const { search } = useAddress();
  const texts = useCardTexts();
  const address = displayEmail(email);
  return (
    <div className="relative z-1">
      {contact}{" "}
      {address && (
        <a href={`mailto:${address}`} className="address text-xs text-muted hover:underline">
          {address}
        </a>
      )}
      {duplicateOf && (
        <span className="block text-xs text-warning">
          {texts.duplicate}{" "}
          <ListLink dialog to={paths.lead(duplicateOf.id, search)} className="underline underline-offset-4">
            {duplicateOf.company}
          </ListLink>
          {`, ${texts.first(duplicateOf)}`}
        </span>
      )}
    </div>
  );
}
