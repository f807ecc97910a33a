import { Copy, Pencil } from "lucide-react";

const icons = { edit: Pencil, duplicate: Copy };
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
