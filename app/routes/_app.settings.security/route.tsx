import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
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
import { Factor } from "./factor";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireMember(args);
  const t = await translator(args.request);
  const { app, passkeys, recovery } = await database().withIdentity((scope) => readFactor(scope, user.id));
  return {
    title: t("settings:sections.security"),
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
  const buttons = sessionButtons(args, paths.settings("security"));
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

/** The account security of the signed-in user. */
export default function Security() {
  const { account, sessions, factor, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "factor"]);
  return (
    <div className="space-y-6">
      <Account {...account} />
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
      <Factor {...factor} timeZone={timeZone} />
      <Sessions sessions={sessions} timeZone={timeZone} text={t("sessions.text")} />
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

/** Name and address of the signed-in user, with links to change them. */
function Account({ name, email }: { name: string; email: string }) {
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
