import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "./button";
import { Icon } from "./icon";
import { paths } from "~/paths/paths";

/** Leads to the article of the handbook about this screen. The server knows which, so that no screen loads the list. */
export function HelpLink({ inWords }: { inWords?: boolean }) {
  const { t } = useTranslation("shell");
  const at = useLocation().pathname;
  const label = t("help");
  return (
    <ButtonLink
      to={paths.help({ at })}
      prefetch="none"
      variant="ghost"
      size={inWords ? "md" : "icon"}
      aria-label={label}
      data-print="hide"
      className={inWords ? "" : "-my-2 text-muted"}
    >
      <Icon name="circle-question-mark" />
      {inWords && label}
    </ButtonLink>
  );
}
