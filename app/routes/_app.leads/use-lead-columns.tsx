import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { Icon } from "~/components/ui/icon";
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

type Column = TableColumn<LeadCard>;

/** Returns the columns of the list of open leads; next step and responsible member only if a row has one. */
export function useLeadColumns(
  order: Order<LeadOrder | "lost" | "due">,
  sortable: boolean,
  rows: readonly LeadCard[],
): Column[] {
  const { t } = useTranslation("leads");
  const texts = useCardTexts();
  const sort = useSort<LeadOrder | "lost" | "due">(order, paths.leads());
  // Without a value they only take room from the others.
  const step: Column = { id: "next_step", header: t("lead.next_step"), cell: (lead) => <Step lead={lead} /> };
  const responsible: Column = {
    id: "responsible",
    header: t("lead.responsible"),
    cell: (lead) => lead.responsibleName,
  };
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
    ...(rows.some(({ nextStep }) => nextStep) ? [step] : []),
    ...(rows.some(({ responsibleName }) => responsibleName) ? [responsible] : []),
    {
      id: "created",
      header: t("lead.created"),
      align: "end",
      ...(order.by !== "due" && { sort: sort("created", "desc") }),
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
      <div className="one-line">
        {contact}{" "}
        {address && (
          <a href={`mailto:${address}`} className="address mail-link text-xs text-muted hover:underline">
            {address}
          </a>
        )}
      </div>{" "}
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

/** The next step and its day; due ones say so. */
function Step({ lead: { nextStep, nextStepOn, due } }: { lead: LeadCard }) {
  const { t } = useTranslation("leads");
  const texts = useCardTexts();
  if (nextStep === null || nextStepOn === null) return null;
  return (
    <>
      <span className={due === "overdue" ? "text-danger" : due ? "text-warning" : "text-muted"}>
        {due === "overdue" && <Icon name="circle-exclamation-point" className="mr-1 inline size-3.5" />}
        {due === "today" ? t("filter.step.today") : texts.day(nextStepOn)}
        {due === "overdue" && <span className="sr-only"> ({t("filter.step.overdue")})</span>}
      </span>{" "}
      <span className="wrap-anywhere">{nextStep}</span>
    </>
  );
}
