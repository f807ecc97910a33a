import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OwnFile } from "~/components/exports/own-file";
import { sessionIntents } from "~/components/sessions/intents";
import { Sessions } from "~/components/sessions/sessions";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { isOn, readFactor } from "~/domain/identity/second-factor.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { database } from "~/server/app-context.server";
import { requireMember, staffScope } from "~/server/open-scope.server";
import { ownSessions, sessionButtons } from "~/server/own-sessions.server";
import { passkeySite } from "~/server/passkey.server";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { AppearanceCards } from "./appearance-cards";
import { Factor } from "./factor";
import { Identity } from "./identity";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireMember(args);
  const t = await translator(args.request);
  const { app, passkeys, recovery } = await database().withIdentity((scope) => readFactor(scope, user.id));
  return {
    title: t("settings:sections.account"),
    account: { name: user.name, email: user.email },
    factor: {
      isOn: isOn({ app, passkeys }),
      hasPasskeys: passkeySite() !== null,
      appSince: app?.isConfirmed ? app.since.toISOString() : null,
      codesLeft: recovery.left,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
        id,
        name,
        isBackedUp,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    },
    timeZone: await staffScope(args, async (scope) => (await scope.organization()).timeZone),
    sessions: await ownSessions(args),
  };
}

export async function action(args: ActionFunctionArgs) {
  const buttons = sessionButtons(args, paths.settings("account"));
  const does = "account.end_session";
  return runAction(args, {
    who: "account",
    of: sessionIntents,
    intents: { end: { ...buttons.end, does }, "end-others": { ...buttons["end-others"], does } },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, sessionIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The account of the signed-in user in one place (WORK-13). */
export default function OwnAccount() {
  const { account, sessions, factor, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "factor"]);
  return (
    <div className="space-y-6">
      <Identity {...account} />
      <Card
        title={t("factor:password")}
        actions={
          <ButtonLink to={paths.changeFactor("password")} variant="secondary" prefetch="none">
            {t("factor:change_password")}
          </ButtonLink>
        }
      >
        <p className="text-muted">{t("factor:change_password_text")}</p>
      </Card>
      <div id="security" className="scroll-mt-22">
        <Factor {...factor} timeZone={timeZone} />
      </div>
      <Sessions sessions={sessions} timeZone={timeZone} text={t("sessions.text")} />
      <div id="language" className="scroll-mt-22 space-y-6">
        <AppearanceCards />
      </div>
      <OwnFile href={paths.accountFile()} text="account_text" />
      <Card title={t("factor:delete.title")} description={t("factor:delete.card")}>
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <ButtonLink to={paths.changeFactor("delete")} variant="secondary" prefetch="none">
            {t("factor:delete.open")}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
