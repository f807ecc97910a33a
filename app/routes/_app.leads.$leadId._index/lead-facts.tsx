import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { leadStatusLooks } from "~/components/leads/lead-status-badge";
import { StatusBadge } from "~/components/ui/badge";
import { cn } from "~/components/ui/cn";
import type { Description } from "~/components/ui/description-list";
import { useAddress } from "~/components/ui/use-address";
import type { FirstLead } from "~/domain/leads/duplicate-of.server";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { affiliatePath, dealPath, leadPath } from "~/web/thing-paths";
import { useFormat } from "~/web/use-format";
import { firstText } from "../_app.leads/card-texts";
import { Missing } from "../_app.leads/missing";
import { TwoLines } from "../_app.leads/deal-cells";

/** The rows of the dialog; what is there can be copied. */
export function useLeadFacts(lead: LeadDetails, duplicate: FirstLead | null): Description[] {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const format = useFormat();
  const { email, phone, notes, status, affiliate } = lead;
  const text = (label: string, value: string | null, shown: Description["value"] = value): Description =>
    value ? { label, value: shown, copy: value } : { label, value: <Missing words={t("details.missing")} /> };

  const facts: Description[] = [
    {
      label: t("lead.status"),
      value: (
        <TwoLines
          first={<StatusBadge {...leadStatusLooks[status]}>{t(`status.${status}`)}</StatusBadge>}
          second={<span className="mt-1 block">{t(`status_hint.${status}`)}</span>}
        />
      ),
    },
    text(t("lead.company"), lead.company),
    text(t("lead.contact"), lead.contact),
    text(
      t("lead.email"),
      email,
      <a href={`mailto:${email}`} className={linkClass}>
        {email}
      </a>,
    ),
    text(
      t("lead.phone"),
      phone,
      <a href={`tel:${phone?.replace(/[^+\d]/g, "")}`} className={linkClass}>
        {phone}
      </a>,
    ),
    text(t("lead.notes"), notes),
    affiliate
      ? text(
          t("lead.affiliate"),
          affiliate.name,
          <Link prefetch="intent" to={affiliatePath(affiliate.id)} className={linkClass}>
            {affiliate.name}
          </Link>,
        )
      : { label: t("lead.affiliate"), value: t("lead.no_affiliate") },
  ];
  if (lead.deals.length > 0) {
    facts.push({
      label: t("view.deals"),
      value: lead.deals.map(({ id, title }) => (
        <Link key={id} {...dialog} to={dealPath(id, search)} className={cn(linkClass, "block")}>
          {title}
        </Link>
      )),
    });
  }
  if (duplicate) {
    facts.push({
      label: t("view.duplicate"),
      value: (
        <>
          <Link {...dialog} to={leadPath(duplicate.id, search)} className={linkClass}>
            {duplicate.company}
          </Link>
          <span className="text-muted">{` · ${t(`status.${duplicate.status}`)}`}</span>
          <span className="block text-muted">
            {firstText(t, duplicate.affiliate, format.day(duplicate.createdOn))}
          </span>
        </>
      ),
    });
  }
  return facts;
}

const dialog = { preventScrollReset: true, prefetch: "intent" } as const;
const linkClass = "underline underline-offset-4";
