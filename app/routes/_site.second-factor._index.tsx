import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { everyStaffScope, requireStaffMember } from "~/server/open-scope.server";
import { passkeySite } from "~/server/passkey.server";
import { redirect } from "~/server/redirect.server";
import { wayBack } from "~/server/factor-way.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

/** The page for members whose organization requires a second factor, until they have one. */
export async function loader(args: LoaderFunctionArgs) {
  const user = await requireStaffMember(args);
  const redirectTo = wayBack(args.request);
  if (!user.mustSetUpFactor) throw redirect(redirectTo);
  const organizations = await everyStaffScope(user, async (scope) => ({
    id: scope.orgId,
    name: (await scope.organization()).name,
  }));
  return {
    title: (await translator(args.request))("factor:required_title"),
    redirectTo,
    hasPasskeys: passkeySite() !== null,
    here: organizations.find(({ id }) => id === user.membership.orgId)?.name ?? "",
    others: organizations.filter(({ id }) => id !== user.membership.orgId),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function SetUpFactor() {
  const { title, redirectTo, hasPasskeys, here, others } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "shell"]);
  return (
    <AuthCard title={title} description={t("required_text", { organization: here })}>
      <div className="grid gap-6">
        {hasPasskeys && (
          <div className="grid gap-3">
            <p className="text-muted">{t("passkeys_text")}</p>
            <ButtonLink to={paths.changeFactor("passkey", { redirectTo })} prefetch="none">
              <Icon name="key-round" />
              {t("add_passkey")}
            </ButtonLink>
          </div>
        )}
        <div className="grid gap-3">
          <p className="text-muted">{t("app_text")}</p>
          <ButtonLink
            to={paths.changeFactor("app", { redirectTo })}
            variant={hasPasskeys ? "secondary" : "primary"}
            prefetch="none"
          >
            <Icon name="smartphone" />
            {t("set_up")}
          </ButtonLink>
        </div>
        <div className="grid gap-2 border-t pt-4">
          {others.map(({ id, name }) => (
            // The whole page is reloaded: nothing of the other organization stays on it.
            <Form key={id} method="post" action={paths.organizations()} reloadDocument className="grid">
              <input type="hidden" name="intent" value="switch" />
              <input type="hidden" name="organization" value={id} />
              <SubmitButton variant="ghost">{t("shell:organizations.switch_to", { organization: name })}</SubmitButton>
            </Form>
          ))}
          <Form method="post" action={paths.signOut()} reloadDocument className="grid">
            <SubmitButton variant="ghost">{t("shell:sign_out")}</SubmitButton>
          </Form>
        </div>
      </div>
    </AuthCard>
  );
}
