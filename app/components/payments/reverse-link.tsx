import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DialogLink } from "~/components/ui/route-dialog";

type ReverseLinkProps = {
  /** The dialog route. */
  to: string;
  /** Which payment, for those who do not see the row. */
  name: string;
};

/** Opens the dialog that says that something was not paid after all. An icon in the table, words in cards. */
export function ReverseLink({ to, name }: ReverseLinkProps) {
  const { t } = useTranslation("transactions");
  return (
    <DialogLink
      variant="ghost"
      size="sm"
      to={to}
      prefetch="none"
      title={t("reverse.action")}
      aria-label={`${t("reverse.action")}: ${name}`}
      className="cells:w-10 cells:px-0"
    >
      <Undo2 aria-hidden />
      <span className="cells:sr-only">{t("reverse.action")}</span>
    </DialogLink>
  );
}
