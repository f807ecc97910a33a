import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ProofForm } from "~/components/auth/proof-form";
import { AuthCard } from "~/components/shell/auth-card";
import { isOn, readFactor } from "~/domain/identity/second-factor.server";
import { recordId } from "~/domain/shared/fields";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { database } from "~/server/app-context.server";
import { removeOwnFactor } from "~/server/own-factor.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

const removalSchema = z.object({ id: recordId.optional() });

/** `?id=` names a passkey; without it the authenticator app is meant. */
export async function loader(args: LoaderFunctionArgs) {
  const user = await requireStaffMember(args);
  const { app, passkeys } = await database().withIdentity((scope) => readFactor(scope, user.id));
  const id = new URL(args.request.url).searchParams.get("id");
  const passkey = passkeys.find((one) => one.id === id);
  if (id ? !passkey : !app?.isConfirmed) throw redirect(paths.settings("account"));
  const left = {
    app: id ? app : null,
    passkeys: passkeys.filter((one) => one !== passkey),
  };
  const t = await translator(args.request);
  return {
    id,
    title: passkey ? t("factor:remove_passkey", { name: passkey.name }) : t("factor:remove_app"),
    isLast: !isOn(left),
    proofs: await askedProofs(args),
  };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.remove_factor",
    schema: removalSchema,
    run: async ({ id }, { t }) => {
      const isOn = await removeOwnFactor(args, { passkey: id ?? null });
      const title = t(isOn ? "factor:removed" : "factor:turned_off");
      return { to: paths.settings("account"), toast: { tone: "success", title } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Removes the authenticator app or a passkey (AUTH-14). */
export default function Remove() {
  const { id, title, isLast, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  return (
    <AuthCard title={title} description={t(isLast ? "remove_last_text" : "remove_text")}>
      <ProofForm proofs={proofs} lastResult={useReply()} submit={t("remove")} variant="danger">
        {id && <input type="hidden" name="id" value={id} />}
      </ProofForm>
    </AuthCard>
  );
}
