import Banknote from "lucide-react/icons/banknote";
import ChevronRight from "lucide-react/icons/chevron-right";
import FileText from "lucide-react/icons/file-text";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import type { Blocked } from "~/server/submitting.server";
import { paths } from "~/paths/paths";

const actions = [
  { key: "submit", to: paths.newOwnLead(), icon: SendHorizontal },
  { key: "earnings", to: paths.ownEarnings(), icon: Banknote },
  { key: "terms", to: paths.ownTerms(), icon: FileText },
] as const;

/** The main actions of an affiliate. */
export function QuickActions({ blocked }: { blocked: Blocked }) {
  const { t } = useTranslation("portal");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold">
        {t("dashboard.quick_actions")}
      </h2>
      <ul className="mt-3 grid gap-3 md:grid-cols-3 md:gap-4">
        {actions.map(({ key, to, icon: Icon }) => (
          <li key={key} className="flex">
            <Link
              to={to}
              prefetch="intent"
              className="group flex flex-1 items-center gap-4 rounded-lg border bg-surface p-4 transition-colors duration-150 hover:border-control hover:bg-sunken"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon aria-hidden className="size-5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`dashboard.actions.${key}.title`)}</span>
                <span className="block text-muted">
                  {key === "submit" && blocked
                    ? t(`dashboard.actions.submit.${blocked}`)
                    : t(`dashboard.actions.${key}.text`)}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
