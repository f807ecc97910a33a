import "~/components/merging/merging-texts";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { SubmitButton } from "~/components/forms/submit-button";
import { Input } from "~/components/ui/input";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { MergeableLead } from "~/domain/leads/find-mergeable.server";
import { knownSearch } from "~/paths/address";
import { mergePath } from "~/paths/merge-path";
import { paths } from "~/paths/paths";

export type FindLeadProps = { leadId: string; find: string; found: readonly MergeableLead[] };

/** The leads that a lead may be merged with, and a search for others. */
export function FindLead({ leadId, find, found }: FindLeadProps) {
  const { t } = useTranslation("merging");
  const affiliateName = useAffiliateName();
  const format = useFormat();
  const search = knownSearch(useAddress().search);
  const about = ({ affiliate, affiliateId, createdOn }: MergeableLead) => {
    const date = format.day(createdOn);
    const name = affiliateName(affiliateId, affiliate);
    return name ? t("merge.by", { affiliate: name, date }) : t("merge.since", { date });
  };
  return (
    <div className="grid gap-4">
      <Form method="get" action={paths.leadDialog(leadId, "merge")} role="search" preventScrollReset replace>
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="find" className="mb-1.5 block font-medium">
          {t("merge.search")}
        </label>
        <span className="flex gap-2">
          <Input
            id="find"
            type="search"
            name="find"
            maxLength={200}
            defaultValue={find}
            placeholder={t("merge.placeholder")}
            className="min-w-0 flex-1"
          />
          <SubmitButton variant="secondary">{t("merge.find")}</SubmitButton>
        </span>
      </Form>
      {found.length === 0 ? (
        <p className="text-muted">{t("merge.none")}</p>
      ) : (
        <section aria-labelledby="found">
          <h3 id="found" className="mb-2 font-medium">
            {t(find ? "merge.found" : "merge.likely")}
          </h3>
          <ul className="divide-y rounded-lg border">
            {found.map((lead) => (
              <li key={lead.id}>
                <Link
                  to={mergePath(leadId, lead.id, search)}
                  replace
                  preventScrollReset
                  className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{lead.company}</span>
                    <span className="block text-xs wrap-anywhere text-muted">
                      {[lead.contact, about(lead), ...(lead.sameEmail ? [t("merge.same_email")] : [])].join(" · ")}
                    </span>
                  </span>
                  <LeadStatusBadge reader="staff" status={lead.status} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
