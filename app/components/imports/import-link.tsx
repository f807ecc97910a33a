import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { ImportKind } from "~/domain/imports/import-run";
import { paths } from "~/paths/paths";

/** Links from a list to its import; only the icon on phones. `label` says what is imported, if not the list itself. */
export function ImportLink({ kind, label }: { kind: ImportKind; label?: string }) {
  const { t } = useTranslation("common");
  return (
    <ButtonLink variant="secondary" to={paths.import(kind)} className="max-md:!flex-none">
      <Icon name="upload" />
      <span className="max-md:sr-only">{label ?? t("import")}</span>
    </ButtonLink>
  );
}
