import { useTranslation } from "react-i18next";
import { RowActionLink } from "~/components/ui/row-actions";

type ReverseLinkProps = {
  /** The dialog route. */
  to: string;
  /** Names the payment for screen readers. */
  name: string;
};

/** The row action that opens the dialog to reverse a payment. */
export function ReverseLink({ to, name }: ReverseLinkProps) {
  const { t } = useTranslation("transactions");
  return <RowActionLink dialog to={to} prefetch="none" icon="undo-2" text={t("reverse.action")} of={name} danger />;
}
