import { useTranslation } from "react-i18next";
import type { FoundKind } from "~/components/search/use-found";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { countText } from "~/components/ui/count-text";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";

export type ResultKind = Omit<FoundKind, "kind"> & { kind: FoundKind["kind"] | "screens" };

/** The results by kind; the screen of each kind shows the rest. */
export function Results({ kinds }: { kinds: readonly ResultKind[] }) {
  const { t, i18n } = useTranslation("shell");
  return kinds.map(({ kind, icon, found, more, all }) => (
    <Card
      key={kind}
      flush
      title={
        <>
          {t(`search.groups.${kind}`)}{" "}
          <span className="font-normal text-muted tabular-nums">
            {countText({ count: found.length, cut: more }, i18n.language)}
          </span>
        </>
      }
      actions={
        kind !== "screens" && (
          <ButtonLink variant="ghost" size="sm" to={all}>
            {t(`search.open_in.${kind}`)}
          </ButtonLink>
        )
      }
    >
      <ul className="divide-y border-t">
        {found.map(({ id, to, title, detail }) => (
          <li key={id}>
            <Link
              to={to}
              prefetch="intent"
              className="flex min-h-11 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-sunken md:px-6"
            >
              <Icon name={icon} className="size-4 shrink-0 text-faint" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{title}</span>
                {detail && <span className="block text-xs wrap-anywhere text-muted">{detail}</span>}
              </span>
              <Icon name="chevron-right" className="size-4 shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  ));
}
