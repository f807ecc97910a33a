import { useTranslation } from "react-i18next";
import type { FieldBaseProps } from "~/components/forms/field-meta";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { memberRoles } from "~/domain/members/member.schema";

/** Chooses owner or member, and explains the rights of each. */
export function RoleField({ field }: Pick<FieldBaseProps, "field">) {
  const { t } = useTranslation("members");
  return (
    <RadioCardsField
      field={field}
      label={t("role")}
      options={memberRoles.map((role) => ({
        value: role,
        label: t(`roles.${role}`),
        description: t(`roles.${role}_text`),
      }))}
    />
  );
}
