import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { ImportStatus } from "~/domain/imports/import-run";

/** Where somebody has to do something next, the page says so; a file that waits is no trouble. */
const tones: Record<ImportStatus, Tone> = {
  reading: "neutral",
  columns: "info",
  checking: "neutral",
  checked: "info",
  creating: "neutral",
  done: "success",
  undoing: "info",
  undone: "neutral",
  cancelled: "warning",
};

/** How far an import is. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation("imports");
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
