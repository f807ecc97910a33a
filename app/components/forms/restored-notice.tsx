import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { useDraft } from "~/web/use-reply";

/** Says that the form was filled with what its writer could not save before. */
export function RestoredNotice() {
  const { t } = useTranslation("common");
  const restored = useDraft() !== null;
  useEffect(() => {
    // The message that the session had ended has done its work.
    if (restored) toast.dismiss();
  }, [restored]);
  if (!restored) return null;
  return (
    <div data-restored>
      <Alert role="status">{t("restored")}</Alert>
    </div>
  );
}
