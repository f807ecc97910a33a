import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OwnFile } from "~/components/exports/own-file";
import { MailChoicesForm } from "~/components/notices/mail-choices-form";
import { Sessions } from "~/components/sessions/sessions";
import { PageHeader } from "~/components/ui/page-header";
import { readMailChoices, saveMailChoices } from "~/domain/notifications/mail-choices.server";
import { mailChoicesSchema } from "~/domain/notifications/mail-choices.schema";
import { translator } from "~/i18n/i18n.server";
import { runAction } from "~/server/action.server";
import { affiliateScope, requireAffiliate } from "~/server/open-scope.server";
import { ownSessions } from "~/server/own-sessions.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { viewing } = await requireAffiliate(args);
  const title = (await translator(args.request))("settings:title");
  // Where an affiliate is signed in is their own business, also in front of staff who look at their portal.
  const sessions = viewing ? null : await ownSessions(args);
  return affiliateScope(args, async (scope) => ({
    ...{ title, sessions },
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

/** Which mails an affiliate gets, and where they are signed in. */
export default function PortalSettings() {
  const { choices, sessions, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "portal"]);
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
    </div>
  );
}
