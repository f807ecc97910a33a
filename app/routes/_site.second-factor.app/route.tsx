import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FactorCard } from "~/components/auth/factor-card";
import { ProofForm } from "~/components/auth/proof-form";
import { Link } from "~/components/ui/link";
import { codeSchema } from "~/domain/identity/identity.schema";
import { lockUser } from "~/domain/identity/lock-user.server";
import { beginApp, cancelApp, isOn, readFactor } from "~/domain/identity/second-factor.server";
import { translator } from "~/server/request-language.server";
import { newTotpSecret, totpUri } from "~/platform/totp.server";
import { runAction } from "~/server/action.server";
import { database } from "~/server/app-context.server";
import { sealTotp, unsealTotp } from "~/server/factor.server";
import { confirmOwnApp } from "~/server/own-factor.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { wayBack } from "~/server/factor-way.server";
import { qrPath } from "~/server/qr.server";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import { appIntents } from "./intents";
import { SetUpApp } from "./set-up-app";

const ISSUER = "Finderlohn";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireStaffMember(args);
  const facts = await database().withIdentity((scope) => readFactor(scope, user.id));
  const { app } = facts;
  const proofs = await askedProofs(args);
  // No redirect: the response to the first code, which shows the recovery codes, is this page too.
  const isDone = app?.isConfirmed ?? false;
  // The new secret is shown only after a recent re-authentication, because it is enough to enable the app.
  const secret = app && !isDone && proofs === null && unsealTotp(user.id, app.sealedSecret);
  return {
    title: (await translator(args.request))("factor:set_up"),
    proofs,
    isOn: isOn(facts),
    isDone,
    back: wayBack(args.request),
    setUp: secret ? { secret, qr: qrPath(totpUri(secret, ISSUER, user.email)) } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const back = wayBack(args.request);
  const here = paths.changeFactor("app", { redirectTo: back });
  return runAction(args, {
    who: "account",
    of: appIntents,
    intents: {
      begin: {
        does: "account.set_up_app",
        run: async (_, { inScope }) => {
          await inScope(async (scope, { id }) => {
            await lockUser(scope, id);
            await beginApp(scope, id, sealTotp(id, newTotpSecret()));
          });
          return { to: here };
        },
      },
      confirm: {
        does: "account.set_up_app",
        schema: codeSchema,
        run: async ({ code }, { t }) => {
          const reply = await confirmOwnApp(args, code);
          if (reply) return { reply };
          const toast = { tone: "success" as const, title: t("factor:app_added") };
          return { to: back, toast };
        },
      },
      cancel: {
        does: "account.cancel_app",
        backTo: back,
        run: async (_, { inScope }) => {
          await inScope((scope, { id }) => cancelApp(scope, id));
          return {};
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, appIntents);
}

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Sets up an authenticator app (AUTH-14). */
export default function App() {
  const { title, proofs, setUp, isOn, isDone, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  const lastResult = useReply();
  const page = { title, lastResult, back };
  if (isDone)
    return (
      <FactorCard {...page} footer={<Link to={back}>{t("back")}</Link>}>
        {t("app_done")}
      </FactorCard>
    );
  return (
    <FactorCard {...page} description={t(setUp ? "set_up_text" : "set_up_intro")}>
      {setUp ? (
        <SetUpApp {...setUp} isOn={isOn} lastResult={lastResult} />
      ) : (
        <ProofForm
          proofs={proofs}
          lastResult={lastResult}
          cancel={back}
          intent={intent(appIntents, "begin")}
          submit={t("go_on")}
        />
      )}
    </FactorCard>
  );
}
