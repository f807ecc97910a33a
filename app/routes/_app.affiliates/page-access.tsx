import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Card } from "~/components/ui/card";
import { DescriptionList, type Description } from "~/components/ui/description-list";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage } from "~/paths/affiliate-view";
import type { PageProps } from "./page-props";

/** Shows the creation date, the state of the invitation, and the last visit of the portal. */
export function PageAccess({ page: { affiliate, timeZone } }: PageProps) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const { when } = useAuditWords(timeZone);
  const { id, addedAt, invited, signedInAt, status } = affiliate;
  const waits = status === "invited";
  const items: Description[] = [
    { label: t("page.added"), value: when(addedAt) },
    {
      label: t("page.invited"),
      value: (
        <>
          {invited ? when(invited.sentAt) : t("page.not_invited")}
          {/* An affiliate who has signed in before requests links at the sign-in page. */}
          {invited && waits && (
            <span className="block text-xs text-muted">
              {t(invited.expired ? "page.link_expired" : "page.link_valid")}
            </span>
          )}
        </>
      ),
    },
    {
      label: t("page.signed_in"),
      value: signedInAt ? when(signedInAt) : t(waits ? "page.not_yet" : "page.not_noted"),
    },
  ];
  return (
    <Card
      title={t("page.access")}
      actions={
        status !== "inactive" && (
          <DialogLink to={dialogOnPage(id, "invitation", search)} variant="ghost" size="sm">
            {t("action.invitation")}
          </DialogLink>
        )
      }
    >
      <DescriptionList items={items} />
    </Card>
  );
}
