import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ProofForm } from "~/components/auth/proof-form";
import { AuthCard } from "~/components/shell/auth-card";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { wayBack } from "~/server/factor-way.server";
import { askedProofs } from "~/server/prove.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";

export async function loader(args: LoaderFunctionArgs) {
  const proofs = await askedProofs(args);
  const back = wayBack(args.request);
  if (!proofs) throw redirect(back);
  return { proofs, back, title: (await translator(args.request))("factor:prove_title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.prove",
    run: async (_, { t }) => ({
      to: wayBack(args.request),
      toast: { tone: "success", title: t("factor:proved"), description: t("factor:proved_text") },
    }),
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Requests re-authentication for a button that gives power or data. */
export default function Prove() {
  const { proofs, title, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  return (
    <AuthCard title={title} description={t("prove_text")}>
      <ProofForm proofs={proofs} lastResult={useReply()} cancel={back} submit={t("go_on")} />
    </AuthCard>
  );
}
