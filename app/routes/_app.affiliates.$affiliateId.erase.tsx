import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import "~/components/conversation/conversation-texts";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EraseDialog } from "~/components/erasing/erase-dialog";
import { useAddress } from "~/components/ui/use-address";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { erasePersonSchema } from "~/domain/shared/erase.schema";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { erasedToast, erasedName } from "~/server/erasing.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { pageFor } from "~/server/named-member.server";
import { requireMember, staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { behindDialog } from "~/paths/affiliate-view";

export async function loader(args: LoaderFunctionArgs) {
  const { id, name, email } = await affiliateOf(args);
  const title = (await translator(args.request))("affiliates:erase.title");
  const isAllowed = (await requireMember(args)).membership.role === "owner";
  const owners = isAllowed ? [] : await staffScope(args, (scope) => readOwners(scope));
  const proofs = isAllowed ? await askedProofs(args) : null;
  return pageFor(isAllowed, { title, isAllowed, owners, proofs, affiliate: { id, name, email } });
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    schema: erasePersonSchema,
    run: async ({ name }, { inScope, t }) => {
      await inScope(async (scope) => {
        const affiliate = await readAffiliate(scope, args.params["affiliateId"]);
        if (!affiliate) throw new DomainError("not_found");
        const nobody = erasedName(t, affiliate.id);
        await eraseAffiliate(scope, affiliate.id, { name, nobody });
      }, "erasure");
      return {
        to: behindDialog(args.params["affiliateId"] ?? "", search),
        toast: erasedToast(t, t("affiliates:erase.done_text")),
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const removed = ["account", "access", "texts"] as const;
const kept = ["money", "documents", "leads", "log"] as const;

/** Erases the person and keeps the accounting records (OPS-05). */
export default function EraseAffiliate() {
  const { affiliate, ...page } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["affiliates", "conversation"]);
  return (
    <EraseDialog
      {...page}
      person={{ name: affiliate.name, about: [affiliate.email] }}
      nameLabel={t("edit.name")}
      removed={[...removed.map((one) => t(`erase.removed_items.${one}`)), t("conversation:erased_sent")]}
      kept={{ title: t("erase.kept"), items: kept.map((one) => t(`erase.kept_items.${one}`)) }}
      final={t("erase.final")}
      schema={erasePersonSchema}
      closeTo={behindDialog(affiliate.id, useAddress().search)}
    />
  );
}
