import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { MAX_MOVED_RECORDS } from "~/domain/affiliates/affiliate-merge";
import { mergeAffiliatesSchema } from "~/domain/affiliates/affiliate-merge.schema";
import { findMergeableAffiliates } from "~/domain/affiliates/find-mergeable-affiliates.server";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { previewAffiliateMerge } from "~/domain/affiliates/read-affiliate-merge.server";
import { cut } from "~/domain/shared/damaged";
import { recordId } from "~/domain/shared/fields";
import { affiliateList, behindDialog, dialogOnPage, MERGED_WITH } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { BothAffiliates } from "./both-affiliates";
import { FindAffiliate } from "./find-affiliate";
import { MergeForm } from "./merge-form";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { searchParams } = new URL(args.request.url);
  const find = cut(searchParams.get("find") ?? "", 200);
  const affiliate = await affiliateOf(args);
  return staffScope(args, async (scope) => {
    const { data: otherId } = recordId.safeParse(searchParams.get(MERGED_WITH));
    const other = otherId === affiliate.id ? null : await readAffiliate(scope, otherId);
    return {
      affiliateId: affiliate.id,
      find,
      title: other ? t("merging:affiliate.title") : t("merging:affiliate.find_title", { name: affiliate.name }),
      preview: other && (await previewAffiliateMerge(scope, affiliate.id, other.id)),
      found: other ? [] : await findMergeableAffiliates(scope, affiliate, find),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    named: { affiliate_id: args.params["affiliateId"] },
    schema: mergeAffiliatesSchema,
    run: async (input, { inScope, t }) => {
      const kept = await inScope((scope) => mergeAffiliates(scope, input));
      const list = affiliateList(search).split("?")[1] ?? "";
      return {
        to: paths.affiliate(kept, list && `?${list}`),
        toast: { tone: "success", title: t("merging:affiliate.done") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Finds an affiliate who is the same, and shows what merging both would do before it is done (WORK-11). */
export default function MergeAffiliates() {
  const { title, affiliateId, find, found, preview } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["merging", "errors"]);
  const { search } = useAddress();
  const closeTo = behindDialog(affiliateId, search);
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg" description={preview ? undefined : t("affiliate.find_text")}>
      {!preview && <FindAffiliate key={find} affiliateId={affiliateId} find={find} found={found} />}
      {preview && <BothAffiliates preview={preview} />}
      {preview?.refused && (
        <>
          <Alert tone="warning" title={t("affiliate.refused")}>
            <p>{t(`errors:${preview.refused}`, { max: MAX_MOVED_RECORDS })}</p>
            <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
              {[preview.kept, preview.other].flatMap(({ id, name, email, has }) =>
                has.map((one) => (
                  <li key={`${id} ${one}`}>{t(`affiliate.has.${one}`, { name: `${name} (${email})` })}</li>
                )),
              )}
            </ul>
          </Alert>
          <FormActions className="pt-4">
            <ButtonLink variant="secondary" replace preventScrollReset to={dialogOnPage(affiliateId, "merge", search)}>
              {t("affiliate.another")}
            </ButtonLink>
          </FormActions>
        </>
      )}
      {preview && !preview.refused && <MergeForm key={preview.other.id} preview={preview} closeTo={closeTo} />}
    </RouteDialog>
  );
}
