import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { paths } from "~/paths/paths";

/** Name and address of the signed-in user, with links to change them. */
export function Identity({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation("factor");
  const rows = [
    { label: t("name"), value: name, to: paths.changeFactor("name"), change: t("change_name") },
    { label: t("email"), value: email, to: paths.changeFactor("email"), change: t("change_email") },
  ];
  return (
    <Card title={t("account")} flush>
      <div className="divide-y border-t">
        {rows.map(({ label, value, to, change }) => (
          <div key={to} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 md:px-6">
            <dl className="min-w-0 flex-1 basis-60">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium wrap-anywhere">
                <bdi>{value}</bdi>
              </dd>
            </dl>
            <div className="shrink-0 max-md:grid max-md:w-full">
              <ButtonLink to={to} variant="secondary" prefetch="none">
                {change}
              </ButtonLink>
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
