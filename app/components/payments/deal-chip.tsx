import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { addressWith } from "~/paths/address";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";

type DealChipProps = {
  /** The page the list belongs to. */
  path: string;
  deal: { title: string; company: string };
};

/** The deal a list is filtered by; a click clears the filter. */
export function DealChip({ path, deal }: DealChipProps) {
  const { t } = useTranslation(["commissions", "common"]);
  const { search } = useAddress();
  return (
    <p className="flex min-w-0">
      <Link
        to={addressWith(path, search, { deal: null })}
        preventScrollReset
        title={t("remove_filter")}
        className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-full border bg-accent-soft px-4 text-accent hover:bg-sunken md:min-h-10"
      >
        <span className="sr-only">{`${t("remove_filter")}: `}</span>
        <span className="truncate">
          {t("common:labelled", { label: t("deal"), value: `${deal.title}, ${deal.company}` })}
        </span>
        <Icon name="x" className="size-4 shrink-0" />
      </Link>
    </p>
  );
}
