import "~/components/merging/merging-texts";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { Input } from "~/components/ui/input";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { MergeableAffiliate } from "~/domain/affiliates/find-mergeable-affiliates.server";
import { dialogOnPage } from "~/paths/affiliate-view";
import { mergeAffiliatePath } from "~/paths/merge-path";
import { paths } from "~/paths/paths";
import { PlainStatus } from "./plain-status";

export type FindAffiliateProps = { affiliateId: string; find: string; found: readonly MergeableAffiliate[] };

/** The affiliates with whom an affiliate may be merged, and a search for others. */
export function FindAffiliate({ affiliateId, find, found }: FindAffiliateProps) {
  const { t } = useTranslation("merging");
  const format = useFormat();
  const { search } = useAddress();
  const [, behind = ""] = dialogOnPage(affiliateId, "merge", search).split("?");
  const why = ({ sameName, sameDomain }: MergeableAffiliate) =>
    sameName ? [t("affiliate.same_name")] : sameDomain ? [t("affiliate.same_domain")] : [];
  return (
    <div className="grid gap-4">
      <Form method="get" action={paths.affiliateDialog(affiliateId, "merge")} role="search" preventScrollReset replace>
        {[...new URLSearchParams(behind)]
          .filter(([name]) => name !== "find")
          .map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
        <label htmlFor="find" className="mb-1.5 block font-medium">
          {t("affiliate.search")}
        </label>
        <span className="flex gap-2">
          <Input
            id="find"
            type="search"
            name="find"
            maxLength={200}
            defaultValue={find}
            placeholder={t("affiliate.placeholder")}
            className="min-w-0 flex-1"
          />
          <SubmitButton variant="secondary">{t("merge.find")}</SubmitButton>
        </span>
      </Form>
      {found.length === 0 ? (
        <p className="text-muted">{t("affiliate.none")}</p>
      ) : (
        <section aria-labelledby="found">
          <h3 id="found" className="mb-2 font-medium">
            {t(find ? "affiliate.found" : "affiliate.likely")}
          </h3>
          <ul className="divide-y rounded-lg border">
            {found.map((one) => (
              <li key={one.id}>
                <Link
                  to={mergeAffiliatePath(affiliateId, one.id, search)}
                  replace
                  preventScrollReset
                  className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{one.name}</span>
                    <span className="block text-xs wrap-anywhere text-muted">
                      {[one.email, t("affiliate.since", { date: format.day(one.createdOn) }), ...why(one)].join(" · ")}
                    </span>
                  </span>
                  <PlainStatus status={one.status} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
