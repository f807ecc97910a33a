import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PublicShell } from "~/components/shell/public-shell";
import { Alert } from "~/components/ui/alert";

/** Frame of a page of the Stripe simulator, which says so. */
export function SimulatedPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("site");
  return (
    <PublicShell>
      <div className="mx-auto max-w-lg px-4 py-10">
        <Alert tone="warning" title={t("simulation.title")}>
          {t("simulation.text")}
        </Alert>
        <h1 className="mt-8 text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </PublicShell>
  );
}
