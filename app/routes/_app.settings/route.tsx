import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { translator } from "~/server/request-language.server";
import { requireMember } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { paths } from "~/paths/paths";
import { cn } from "~/components/ui/cn";
import { NavLink } from "~/components/ui/link";
import "~/components/settings/settings-texts";

const sections = [
  { key: "account", icon: "circle-user-round" },
  { key: "notifications", icon: "bell" },
  { key: "general", icon: "building-complex" },
  { key: "members", icon: "users-round" },
  { key: "payouts", icon: "wallet" },
  { key: "fields", icon: "tags" },
  { key: "webhook", icon: "webhook" },
  { key: "api", icon: "key-round" },
  { key: "activity", icon: "rotate-ccw-clock" },
  { key: "data", icon: "folder-archive" },
  { key: "subscription", icon: "credit-card" },
] as const;

/** The sections before this one concern the user, the others their organization. */
const FIRST_SHARED = "general";

/** The sections of the settings: a list beside them, on phones a row of buttons that wraps. */
function SectionNav() {
  const { t } = useTranslation("settings");
  return (
    <nav aria-label={t("sections.label")} className="md:sticky md:top-22">
      <ul className="flex flex-wrap gap-1 md:flex-col">
        {sections.map(({ key, icon }) => (
          <li key={key} className={key === FIRST_SHARED ? "md:mt-2 md:border-t md:pt-2" : undefined}>
            <NavLink
              to={paths.settings(key)}
              prefetch="intent"
              preventScrollReset
              className={({ isActive }) =>
                cn(
                  "flex min-h-11 items-center gap-2.5 rounded-md px-3 font-medium transition-colors duration-150 max-md:inset-ring md:min-h-10",
                  isActive
                    ? "bg-accent-soft text-accent max-md:inset-ring-accent"
                    : "text-muted hover:bg-sunken hover:text-ink max-md:inset-ring-line",
                )
              }
            >
              <Icon name={icon} className="size-4 shrink-0 max-md:hidden" />
              {t(`sections.${key}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The frame of every section of the settings. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("settings:title") };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Settings() {
  const { t } = useTranslation("settings");
  return (
    <div className="space-y-4">
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <div className="grid items-start gap-6 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-8 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <SectionNav />
        {/* The lines of a form stay short; a table uses the full width. */}
        <div className="min-w-0 [&>:not(:has(table))]:max-w-3xl">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("settings");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.settings()} />;
}
