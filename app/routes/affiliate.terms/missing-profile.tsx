import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { PageHeader } from "~/components/ui/page-header";

/** Shown if the affiliate was removed while signed in: on the page and, with JavaScript, also as a toast. */
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
        <p>{t("terms.no_profile_text")}</p>
        <p>{t("terms.no_profile_hint")}</p>
      </Alert>
    </div>
  );
}
