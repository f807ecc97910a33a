import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { PageHeader } from "~/components/ui/page-header";

/** The affiliate was removed while signed in: said on the page and, with JavaScript, as a toast too. */
export function MissingProfile() {
  const { t } = useTranslation("portal");
  const notFound = t("terms.no_profile");
  useEffect(() => {
    toast.error(notFound, { id: "missing-profile" });
  }, [notFound]);
  return (
    <div className="space-y-6">
      <PageHeader title={t("terms.title")} />
      <Alert tone="danger" role="alert" title={notFound}>
        {t("terms.no_profile_text")}
      </Alert>
    </div>
  );
}
