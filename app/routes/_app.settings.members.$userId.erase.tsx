import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EraseDialog } from "~/components/erasing/erase-dialog";
import { eraseMember } from "~/domain/members/erase-member.server";
import { actingUser } from "~/domain/shared/permissions";
import { erasePersonSchema } from "~/domain/shared/erase.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { erasedToast, erasedName } from "~/server/erasing.server";
import { memberOf, pageFor } from "~/server/named-member.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { member, mayChange, isSelf, owners } = await memberOf(args);
  const title = (await translator(args.request))("affiliates:erase.title");
  const isAllowed = mayChange || isSelf;
  const proofs = isAllowed ? await askedProofs(args) : null;
  return pageFor(isAllowed, { title, isAllowed, owners, member, proofs });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: erasePersonSchema,
    run: async ({ name }, { inScope, t }) => {
      const userId = args.params["userId"] ?? "";
      const nobody = erasedName(t, userId);
      const isSelf = await inScope(async (scope) => {
        await eraseMember(scope, userId, { name, nobody });
        return actingUser(scope) === userId;
      }, "erasure");
      return {
        to: isSelf ? paths.signIn() : paths.settings("members"),
        toast: erasedToast(t, t("affiliates:erase.done_text")),
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const removed = [
  "affiliates:erase.removed_items.account",
  "members:erase.removed_items.access",
  "affiliates:erase.removed_items.texts",
] as const;
const kept = ["members:erase.kept_items.work", "affiliates:erase.kept_items.log"] as const;

/** Erases a member, and keeps their actions (OPS-05). */
export default function EraseMember() {
  const { member, ...page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("members");
  return (
    <EraseDialog
      {...page}
      person={{ name: member.name, about: [member.email] }}
      nameLabel={t("name")}
      removed={removed.map((one) => t(one))}
      kept={{ title: t("erase.kept"), items: kept.map((one) => t(one)) }}
      final={t("erase.final")}
      schema={erasePersonSchema}
      closeTo={paths.settings("members")}
    />
  );
}
