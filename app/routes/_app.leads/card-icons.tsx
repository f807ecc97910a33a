import { Copy, Pencil } from "lucide-react";
import { leadStatusLooks } from "~/components/leads/lead-status-badge";
import { StatusBadge, type StatusBadgeProps } from "~/components/ui/badge";
import { leadStatuses, type LeadStatus } from "~/domain/leads/lead";
import type { CardTexts } from "./card-texts";

const icons = {
  edit: Pencil,
  duplicate: Copy,
  ...(Object.fromEntries(leadStatuses.map((status) => [status, leadStatusLooks[status].icon])) as Record<
    LeadStatus,
    typeof Copy
  >),
};
type IconName = keyof typeof icons;

/** The drawings the cards refer to; stands once on the page. */
export function CardIcons() {
  return (
    <svg aria-hidden className="hidden">
      {(Object.keys(icons) as IconName[]).map((name) => {
        const Icon = icons[name];
        return (
          <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        );
      })}
    </svg>
  );
}

/** One of the drawings. */
export function UseIcon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

type BadgeIcon = NonNullable<StatusBadgeProps["icon"]>;

const statusIcons = Object.fromEntries(
  leadStatuses.map((status) => [
    status,
    (({ className }: { className?: string }) => (
      <UseIcon name={status} className={className} />
    )) as unknown as BadgeIcon,
  ]),
) as Record<LeadStatus, BadgeIcon>;

/** A LeadStatusBadge that refers to its drawing. */
export function StatusSprite({ status, texts }: { status: LeadStatus; texts: CardTexts }) {
  return (
    <StatusBadge tone={leadStatusLooks[status].tone} icon={statusIcons[status]} hint={texts.hint[status]}>
      {texts.status[status]}
    </StatusBadge>
  );
}
