import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FactorCard } from "~/components/auth/factor-card";
import { ProofForm } from "~/components/auth/proof-form";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { makeOwnCodes } from "~/server/own-factor.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { hasFactor } = await requireStaffMember(args);
  // Without a factor there is nothing to recover.
  if (!hasFactor) throw redirect(paths.settings("account"));
  return { proofs: await askedProofs(args), title: (await translator(args.request))("factor:new_codes") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.make_codes",
    run: async () => ({ reply: await makeOwnCodes(args) }),
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Makes new recovery codes (AUTH-14). */
export default function Codes() {
  const { proofs, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  const lastResult = useReply();
  const back = paths.settings("account");
  return (
    <FactorCard title={title} description={t("new_codes_text")} lastResult={lastResult} back={back}>
      <ProofForm proofs={proofs} lastResult={lastResult} cancel={back} submit={t("new_codes")} />
    </FactorCard>
  );
}
