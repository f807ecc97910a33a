import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { translator } from "~/i18n/i18n.server";
import { requireMember } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { SectionNav } from "./section-nav";
import { paths } from "~/paths/paths";

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
    <div className="space-y-6">
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
