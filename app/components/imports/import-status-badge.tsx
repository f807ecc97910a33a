import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { ImportStatus } from "~/domain/imports/import-run";

const tones: Record<ImportStatus, Tone> = {
  reading: "neutral",
  columns: "warning",
  checking: "info",
  checked: "warning",
  creating: "info",
  done: "success",
  cancelled: "neutral",
};

/** How far an import is. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation("imports");
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
