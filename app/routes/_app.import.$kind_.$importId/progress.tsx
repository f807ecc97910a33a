import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { CancelButton } from "./cancel-button";
import type { LoadedImport } from "./load.server";

const LOOK_EVERY_MS = 1_000;

/** Styled here, because the default progress bars have the same darkness in both parts. */
const barClass =
  "h-3 w-full appearance-none overflow-hidden rounded-full border border-control bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent forced-colors:appearance-auto";

/** Shows how many rows are checked or created. Refreshes by itself; without JavaScript by its link. */
export function Progress({ run }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => revalidate(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  const creates = run.status === "creating";
  const label = t(`progress.${run.status as "checking" | "creating" | "undoing"}`);
  return (
    <div className="max-w-3xl space-y-6">
      <Card>
        <p id="progress" className="mb-3 font-medium">
          {label}
        </p>
        <progress aria-labelledby="progress" value={run.position} max={run.rows} className={barClass} />
        <p role="status" className="mt-2 text-muted tabular-nums">
          {t("progress.rows", { done: number(run.position), rows: number(run.rows) })}
        </p>
        <p className="mt-2 text-muted">{t("progress.leave")}</p>
        <ButtonLink
          variant="secondary"
          to={paths.importRun(run.kind, run.id)}
          reloadDocument
          className="mt-3 hidden noscript:inline-flex"
        >
          {t("progress.look")}
        </ButtonLink>
      </Card>
      {run.status !== "undoing" && (
        <div className="space-y-2">
          <CancelButton label={t("cancel.submit")} />
          {creates && <p className="text-muted">{t("cancel.stays")}</p>}
        </div>
      )}
    </div>
  );
}
