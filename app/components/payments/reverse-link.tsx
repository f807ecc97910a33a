import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ListLink } from "~/components/ui/list-link";

type ReverseLinkProps = {
  /** The dialog route. */
  to: string;
  /** Names the payment for screen readers. */
  name: string;
};

const look = buttonClass({ variant: "ghost", size: "sm", className: "cells:w-10 cells:px-0" });

/** Opens the dialog that reverses a payment. An icon in tables, a text in cards. */
export function ReverseLink({ to, name }: ReverseLinkProps) {
  const { t } = useTranslation("transactions");
  return (
    <ListLink
      dialog
      to={to}
      prefetch="none"
      title={t("reverse.action")}
      aria-label={`${t("reverse.action")}: ${name}`}
      className={look}
    >
      <Icon name="undo-2" />
      <span className="cells:sr-only">{t("reverse.action")}</span>
    </ListLink>
  );
}
