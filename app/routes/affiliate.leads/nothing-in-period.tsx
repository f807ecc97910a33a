import SearchX from "lucide-react/icons/search-x";
import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { useAddress } from "~/components/ui/use-address";
import { paths } from "~/paths/paths";

/** Replaces an empty list of leads or deals of a period. */
export function NothingInPeriod({ tab }: { tab: "leads" | "deals" }) {
  const { t } = useTranslation(["portal", "common"]);
  const { search } = useAddress();
  return (
    <EmptyState
      framed
      icon={SearchX}
      title={t(`leads.none_in_period.${tab}`)}
      action={
        <ButtonLink
          variant="secondary"
          to={addressWith(paths.ownLeads(), search, { period: null, from: null, to: null })}
          preventScrollReset
        >
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("leads.none_in_period.text")}
    </EmptyState>
  );
}
