import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useOwnFacts } from "~/components/fields/use-own-words";
import { useContactFacts } from "~/components/leads/use-contact-facts";
import { leadStatusLooks } from "~/components/leads/lead-status-badge";
import { StatusBadge } from "~/components/ui/badge";
import { cn } from "~/components/ui/cn";
import type { Description } from "~/components/ui/description-list";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { FirstLead } from "~/domain/leads/duplicate-of.server";
import { isErased } from "~/domain/shared/erased";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { useFormat } from "~/browser/use-format";
import { firstText } from "~/components/leads/card-texts";
import { MergeDuplicateLink } from "~/components/merging/lead-links";
import { TwoLines } from "~/components/deals/deal-cells";
import { paths } from "~/paths/paths";

/** Returns the rows of the dialog; existing values can be copied. */
export function useLeadFacts(lead: LeadDetails, duplicate: FirstLead | null): Description[] {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const { status, affiliate } = lead;
  const contact = useContactFacts(lead.contact);
  const own = useOwnFacts(lead.own);
  const facts: Description[] = [
    {
      label: t("lead.status"),
      value: (
        <TwoLines
          first={
            <span className="flex flex-wrap gap-2">
              <StatusBadge {...leadStatusLooks[status]}>{t(`status.${status}`)}</StatusBadge>
              {isErased(lead.contact.email) && <StatusBadge tone="neutral">{t("erase.badge")}</StatusBadge>}
            </span>
          }
          second={<span className="mt-1 block">{t(`status_hint.${status}`)}</span>}
        />
      ),
    },
    ...Object.values(contact),
    affiliate
      ? {
          label: t("lead.affiliate"),
          value: (
            <Link prefetch="intent" to={paths.affiliate(affiliate.id)} className={linkClass}>
              {affiliateName(affiliate.id, affiliate.name)}
            </Link>
          ),
          copy: affiliateName(affiliate.id, affiliate.name),
        }
      : { label: t("lead.affiliate"), value: t("lead.no_affiliate") },
    ...own,
  ];
  if (lead.deals.length > 0) {
    facts.push({
      label: t("view.deals"),
      value: lead.deals.map(({ id, title }) => (
        <Link key={id} {...dialog} to={paths.deal(id, search)} className={cn(linkClass, "block")}>
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
          <Link {...dialog} to={paths.lead(duplicate.id, search)} className={linkClass}>
            {duplicate.company}
          </Link>
          <span className="text-muted">{` · ${t(`status.${duplicate.status}`)}`}</span>
          <span className="block text-muted">
            {firstText(t, affiliateName(duplicate.affiliateId, duplicate.affiliate), format.day(duplicate.createdOn))}
          </span>
          <MergeDuplicateLink leadId={lead.id} duplicateId={duplicate.id} />
        </>
      ),
    });
  }
  return facts;
}

const dialog = { preventScrollReset: true, prefetch: "intent" } as const;
const linkClass = "underline underline-offset-4";
