import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { ImportStatus } from "~/domain/imports/import-run";

/** A file that waits for the user is not a problem, and its page says what to do. */
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

/** Shows the progress of an import. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation("imports");
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
