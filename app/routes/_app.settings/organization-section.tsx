import { useTranslation } from "react-i18next";
import { DescriptionList } from "~/components/ui/description-list";
import { SettingsSection } from "./settings-section";

export type OrganizationSectionProps = { name: string; timeZone: string };

/** What the organisation is called and whose calendar it follows. */
export function OrganizationSection({ name, timeZone }: OrganizationSectionProps) {
  const { t } = useTranslation("settings");
  return (
    <SettingsSection id="organization" title={t("organization.title")} description={t("organization.text")}>
      <DescriptionList
        items={[
          { label: t("organization.name"), value: name },
          { label: t("organization.time_zone"), value: timeZone },
        ]}
      />
    </SettingsSection>
  );
}
