import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";

export type OwnFileProps = {
  href: string;
  /** Key of the content description. */
  text: "text" | "account_text";
};

/** Offers the stored data of the current user as a download (GDPR Art. 15 and 20). */
export function OwnFile({ href, text }: OwnFileProps) {
  const { t } = useTranslation("exports");
  return (
    <Card title={t("own.title")} description={t(`own.${text}`)}>
      <div className="flex flex-wrap gap-2 max-md:*:flex-1">
        <ButtonLink to={href} variant="secondary" reloadDocument prefetch="none">
          <Icon name="download" />
          {t("own.download")}
        </ButtonLink>
      </div>
    </Card>
  );
}
