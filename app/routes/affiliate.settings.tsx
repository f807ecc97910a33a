import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OwnFile } from "~/components/exports/own-file";
import { MailChoicesForm } from "~/components/notifications/mail-choices-form";
import { Sessions } from "~/components/sessions/sessions";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { readMailChoices, saveMailChoices } from "~/domain/notifications/mail-choices.server";
import { mailChoicesSchema } from "~/domain/notifications/mail-choices.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { affiliateScope, requireAffiliate } from "~/server/open-scope.server";
import { belongsElsewhere, mayLeavePortal } from "~/server/own-account.server";
import { ownSessions } from "~/server/own-sessions.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import "~/components/settings/settings-texts";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireAffiliate(args);
  const { viewing } = user;
  const title = (await translator(args.request))("settings:title");
  // The sessions of an affiliate are private, also in front of staff who view their portal.
  const sessions = viewing ? null : await ownSessions(args);
  const mayLeave = await mayLeavePortal(args, user);
  return affiliateScope(args, async (scope) => ({
    title,
    sessions,
    mayLeave,
    belongsElsewhere: belongsElsewhere(user),
    account: { name: (await readOwnAffiliate(scope))?.name ?? user.name, email: user.email },
    organization: (await scope.organization()).name,
    timeZone: (await scope.organization()).timeZone,
    choices: await readMailChoices(scope),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: mailChoicesSchema,
    run: async (on, { inScope, t }) => {
      await inScope((scope) => saveMailChoices(scope, on), "own_account");
      return { to: paths.ownSettings(), toast: { tone: "success", title: t("notices:topics.saved") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The affiliate's email settings and sessions. */
export default function PortalSettings() {
  const { choices, sessions, timeZone, account, organization, mayLeave, belongsElsewhere } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "portal", "factor"]);
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader title={t("title")} subtitle={t("portal:settings_text")} />
      <MailChoicesForm choices={choices} />
      {sessions && (
        <Sessions
          sessions={sessions}
          timeZone={timeZone}
          text={t("sessions.text_portal")}
          action={paths.ownSessions()}
        />
      )}
      <OwnFile href={paths.ownData()} text="text" />
      <Card title={t("factor:account")} description={t("portal:leave.account_text", { organization })}>
        <DescriptionList
          items={[
            { label: t("factor:name"), value: account.name },
            { label: t("factor:email"), value: account.email },
          ]}
        />
        {mayLeave && (
          <div className="mt-4 flex flex-wrap gap-2 max-md:*:flex-1">
            <ButtonLink to={paths.leavePortal()} variant="secondary" prefetch="none">
              {t(belongsElsewhere ? "portal:leave.open" : "factor:delete.open")}
            </ButtonLink>
          </div>
        )}
      </Card>
    </div>
  );
}
