import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApiKeysOwnersOnly } from "~/components/api-keys/owners-only";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { readKeys } from "./keys-page.server";
import { KeysTable } from "./keys-table";
import "~/components/api-keys/api-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("api:title");
  const language = await requestLanguage(request);
  return staffScope({ request, context }, async (scope, user) => ({
    title,
    organization: (await scope.organization()).name,
    keys: user.membership.role === "owner" ? await readKeys(scope, language) : null,
    owners: await readOwners(scope),
  }));
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The API keys (API-02). */
export default function ApiKeys() {
  const { organization, keys, owners } = useLoaderData<typeof loader>();
  const { t } = useTranslation("api");
  return (
    <section aria-labelledby="api-keys" className="min-w-0 space-y-4">
      <header className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between md:gap-4">
        <div>
          <h2 id="api-keys" className="text-base font-semibold">
            {t("title")}
          </h2>
          <p className="mt-1 max-w-prose text-muted wrap-anywhere">{t("text", { organization })}</p>
          <p className="mt-2">
            <a href={paths.apiReference()} className="text-accent underline underline-offset-4">
              {t("reference")}
            </a>
          </p>
        </div>
        {keys && (
          <DialogLink variant="primary" to={paths.newApiKey()} className="shrink-0">
            <Icon name="key-round" />
            {t("create.open")}
          </DialogLink>
        )}
      </header>
      {keys ? <KeysTable keys={keys} /> : <ApiKeysOwnersOnly owners={owners} />}
      <Outlet />
    </section>
  );
}
