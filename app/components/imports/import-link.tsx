import Upload from "lucide-react/icons/upload";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import type { ImportKind } from "~/domain/imports/import-run";
import { paths } from "~/paths/paths";

/** Links from a list to its import; only the icon on phones. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  return (
    <ButtonLink variant="secondary" to={paths.import(kind)} className="max-md:!flex-none">
      <Upload aria-hidden />
      <span className="max-md:sr-only">{t("button")}</span>
    </ButtonLink>
  );
}
