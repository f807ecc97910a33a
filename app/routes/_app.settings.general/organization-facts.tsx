import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { DescriptionList, type Description } from "~/components/ui/description-list";
import type { OrganizationField, OrganizationSettings } from "~/domain/organizations/organization.schema";

export type OrganizationFactsProps = { organization: OrganizationSettings; owners: string[] };

/** The organization for members, who may not change it, and the owners who can. */
export function OrganizationFacts({ organization, owners }: OrganizationFactsProps) {
  const { t, i18n } = useTranslation("settings");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  // In the order of the page.
  const facts: Record<OrganizationField, Description> = {
    organization_name: { label: t("organization.name"), value: organization.name },
    time_zone: { label: t("organization.time_zone"), value: organization.timeZone },
    default_currency: { label: t("organization.currency"), value: organization.defaultCurrency },
  };
  return (
    <Card title={t("organization.title")} description={t("organization.text")}>
      <div className="space-y-4">
        <Alert>{names ? t("organization.owner_only", { owners: names }) : t("organization.owner_only_nobody")}</Alert>
        <DescriptionList items={Object.values(facts)} />
      </div>
    </Card>
  );
}
