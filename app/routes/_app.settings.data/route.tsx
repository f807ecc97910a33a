import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { provenTill } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import "~/components/closing/closing-texts";

type ArchiveProps = {
  organization: string;
  timeZone: string;
  /** Names of the owners, who can do it; null for an owner. */
  owners: string[] | null;
  /** End of the re-authentication, until which it can be downloaded. */
  readyUntil: string | null;
};

const parts = ["records", "documents", "files", "proof"] as const;

/** Downloads all data of the organization. */
function Archive({ organization, timeZone, owners, readyUntil }: ArchiveProps) {
  const { t } = useTranslation("exports");
  const { when } = useAuditWords(timeZone);
  return (
    <Card title={t("archive.title")} description={t("archive.text", { organization })}>
      <div className="space-y-4">
        <ul className="max-w-prose list-disc space-y-1 ps-5 text-muted">
          {parts.map((part) => (
            <li key={part}>{t(`archive.parts.${part}`)}</li>
          ))}
        </ul>
        <p className="max-w-prose text-muted">{t("archive.law")}</p>
        {owners && <OwnersOnly owners={owners} />}
        {readyUntil && (
          <Alert tone="success" title={t("archive.ready")}>
            {t("archive.ready_until", { when: when(readyUntil) })}
          </Alert>
        )}
        {!owners && (
          <div className="flex flex-wrap gap-2 max-md:*:flex-1">
            {readyUntil ? (
              <ButtonLink to={paths.archiveZip()} reloadDocument>
                <Icon name="download" />
                {t("archive.download")}
              </ButtonLink>
            ) : (
              <DialogLink to={paths.archive()} variant="primary">
                {t("archive.open")}
              </DialogLink>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

/** Leads an owner to the dialog that deletes the organization. */
function DeleteCard() {
  const { t } = useTranslation("closing");
  return (
    <Card title={t("title")} description={t("card")}>
      <div className="flex flex-wrap gap-2 max-md:*:flex-1">
        <DialogLink to={paths.closeOrganization()}>{t("open")}</DialogLink>
      </div>
    </Card>
  );
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:sections.data");
  return staffScope({ request, context }, async (scope, user) => {
    const isOwner = user.membership.role === "owner";
    const until = isOwner ? provenTill(user) : null;
    const { name, timeZone } = await scope.organization();
    return {
      title,
      organization: name,
      timeZone,
      owners: isOwner ? null : await readOwners(scope),
      readyUntil: until && until.toISOString(),
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The data that can be downloaded (OPS-05). */
export default function Data() {
  const { title: _title, ...archive } = useLoaderData<typeof loader>();
  return (
    <div className="min-w-0 space-y-6">
      <Archive {...archive} />
      {!archive.owners && <DeleteCard />}
      <Outlet />
    </div>
  );
}
