import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FactorCard } from "~/components/auth/factor-card";
import { ProofForm } from "~/components/auth/proof-form";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { newPasskeySchema } from "~/domain/identity/identity.schema";
import { translator } from "~/server/request-language.server";
import type { PasskeyCreation } from "~/platform/webauthn.server";
import { runAction } from "~/server/action.server";
import { deviceOf } from "~/server/device.server";
import { addOwnPasskey } from "~/server/own-factor.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { wayBack } from "~/server/factor-way.server";
import { storeChallenge, newChallenge } from "~/server/passkey-challenge.server";
import { newPasskeyOptions, passkeySite } from "~/server/passkey.server";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import { passkeyIntents } from "./intents";
import { NamePasskey } from "./name-passkey";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireStaffMember(args);
  const t = await translator(args.request);
  return {
    title: t("factor:add_passkey"),
    back: wayBack(args.request),
    isPossible: passkeySite() !== null,
    proofs: await askedProofs(args),
    // Only after re-authentication, which has left a challenge in this browser.
    options: await newPasskeyOptions(args, user),
    name: deviceOf(args.request.headers.get("User-Agent"), t),
  };
}

export async function action(args: ActionFunctionArgs) {
  const back = wayBack(args.request);
  return runAction(args, {
    who: "account",
    of: passkeyIntents,
    intents: {
      begin: {
        does: "account.add_passkey",
        run: async () => {
          const { id: userId } = await requireStaffMember(args);
          const headers = new Headers();
          headers.append("Set-Cookie", await storeChallenge("make", { challenge: newChallenge(), userId }));
          return { to: paths.changeFactor("passkey", { redirectTo: back }), headers };
        },
      },
      add: {
        does: "account.add_passkey",
        schema: newPasskeySchema,
        run: async (made, { t }) => {
          const reply = await addOwnPasskey(args, made);
          if (reply) return { reply };
          const toast = { tone: "success" as const, title: t("factor:passkey_added") };
          return { to: back, toast };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, passkeyIntents);
}

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Adds a passkey (AUTH-14). */
export default function Passkey() {
  const { title, proofs, options, name, isPossible, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  const lastResult = useReply();
  return (
    <FactorCard
      title={title}
      description={t(options ? "make_passkey_text" : "add_passkey_text")}
      footer={!isPossible && <Link to={back}>{t("back")}</Link>}
      lastResult={lastResult}
      back={back}
    >
      {!isPossible && <Alert tone="warning" title={t("passkeys_impossible")} />}
      {isPossible && options && (
        <NamePasskey options={options as PasskeyCreation} name={name} back={back} lastResult={lastResult} />
      )}
      {isPossible && !options && (
        <ProofForm
          proofs={proofs}
          lastResult={lastResult}
          cancel={back}
          intent={intent(passkeyIntents, "begin")}
          submit={t("go_on")}
        />
      )}
    </FactorCard>
  );
}
