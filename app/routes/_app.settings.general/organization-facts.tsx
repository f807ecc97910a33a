import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import type { OrganizationSettings } from "~/domain/organizations/organization.schema";

export type OrganizationFactsProps = { organization: OrganizationSettings; owners: string[] };

/** The organisation for members, who may not change it, and whom to ask. */
export function OrganizationFacts({ organization, owners }: OrganizationFactsProps) {
  const { t, i18n } = useTranslation("settings");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return (
    <Card title={t("organization.title")} description={t("organization.text")}>
      <div className="space-y-4">
        <Alert>
          {names ? t("organization.owner_only", { owners: names }) : t("organization.owner_only_nobody")}
        </Alert>
        <DescriptionList
          items={[
            { label: t("organization.name"), value: organization.name },
            { label: t("organization.time_zone"), value: organization.timeZone },
            { label: t("organization.currency"), value: organization.defaultCurrency },
          ]}
        />
      </div>
    </Card>
  );
}
