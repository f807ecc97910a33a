import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { useDraft } from "~/browser/use-reply";

/** Says that the form was filled with a draft. */
export function RestoredNotice() {
  const { t } = useTranslation("common");
  const restored = useDraft() !== null;
  useEffect(() => {
    // The message about the ended session is no longer needed.
    if (restored) toast.dismiss();
  }, [restored]);
  if (!restored) return null;
  return (
    <div data-restored>
      <Alert role="status">{t("restored")}</Alert>
    </div>
  );
}
