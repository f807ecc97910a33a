import { useTranslation } from "react-i18next";
import "~/components/conversation/conversation-texts";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { useAddress } from "~/components/ui/use-address";
import type { Neighbor } from "~/domain/leads/list-leads.server";
import { paths } from "~/paths/paths";

type NeighborsProps = { previous: Neighbor | null; next: Neighbor | null };

/** The leads before and after this one in the list behind, also by k and j. */
export function Neighbors({ previous, next }: NeighborsProps) {
  const { t } = useTranslation("work");
  const { search } = useAddress();
  if (!previous && !next) return null;
  const link = (kind: "previous" | "next", to: Neighbor | null) => {
    const icon = <Icon name={kind === "previous" ? "arrow-up" : "arrow-down"} />;
    const look = { variant: "ghost", size: "icon" } as const;
    if (!to) return <span className="size-11 md:size-10" />;
    const label = t(`${kind}_of`, { company: to.company });
    return (
      <ButtonLink
        {...look}
        to={paths.lead(to.id, search)}
        replace
        preventScrollReset
        data-key={kind === "previous" ? "k" : "j"}
        aria-label={label}
        title={label}
      >
        {icon}
      </ButtonLink>
    );
  };
  return (
    <nav aria-label={t("neighbors")} className="flex">
      {link("previous", previous)}
      {link("next", next)}
    </nav>
  );
}
