import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuLink, MenuSeparator } from "~/components/ui/menu";
import { PageHeader } from "~/components/ui/page-header";
import { RefusedBadge } from "~/components/ui/refused-badge";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { useAuth } from "~/browser/use-auth";
import { isErased } from "~/domain/shared/erased";
import { affiliateList, dialogOnPage } from "~/paths/affiliate-view";
import { paths, type AffiliateDialog } from "~/paths/paths";
import type { PageProps } from "./page-props";
import { AffiliateStatusBadge } from "~/components/affiliates/affiliate-status";
import "~/components/payouts/payee-texts";

/** Name, address, status and actions of the affiliate. */
export function AffiliateHeader({ page: { affiliate, timeZone } }: PageProps) {
  const { t } = useTranslation(["affiliates", "payouts"]);
  const { search } = useAddress();
  const { role } = useAuth();
  const { id, name, email } = affiliate;
  const to = (dialog: AffiliateDialog) => dialogOnPage(id, dialog, search);
  return (
    <PageHeader
      back={{ to: affiliateList(search), label: t("title") }}
      title={name}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {!isErased(email) && (
            <a href={`mailto:${email}`} className="underline-offset-4 wrap-anywhere hover:underline">
              {email}
            </a>
          )}
          <AffiliateStatusBadge affiliate={affiliate} timeZone={timeZone} />
          {affiliate.refused && <RefusedBadge />}
        </span>
      }
      actions={
        <>
          <Form method="post" action={paths.viewPortal(id)} className="max-md:grid">
            <SubmitButton
              variant="secondary"
              title={t("view.hint")}
              pendingLabel={t("view.beginning")}
              className="max-md:px-2 max-md:[&>svg]:hidden"
            >
              <Icon name="eye" />
              {t("view.begin")}
            </SubmitButton>
          </Form>
          <DialogLink to={to("edit")}>
            <Icon name="pencil" />
            {t("action.edit")}
          </DialogLink>
          <Menu
            variant="secondary"
            size="icon"
            trigger={<Icon name="ellipsis" />}
            label={t("action.menu", { name })}
            className="max-md:!flex-none"
          >
            <MenuLink to={to("terms")} preventScrollReset>
              <Icon name="file-text" />
              {t("to_terms")}
            </MenuLink>
            <MenuLink to={to("payout")} preventScrollReset>
              <Icon name="wallet" />
              {t("payouts:payee.open")}
            </MenuLink>
            <MenuLink to={to("invitation")} preventScrollReset>
              <Icon name="mail" />
              {t("action.invitation")}
            </MenuLink>
            {!isErased(email) && (
              <MenuLink to={to("merge")} preventScrollReset>
                <Icon name="arrow-left-right" />
                {t("action.merge")}
              </MenuLink>
            )}
            <MenuSeparator />
            {role === "owner" && !isErased(email) && (
              <MenuLink to={to("erase")} preventScrollReset danger>
                <Icon name="eraser" />
                {t("action.erase")}
              </MenuLink>
            )}
            <MenuLink to={to("delete")} preventScrollReset danger>
              <Icon name="trash" />
              {t("action.delete")}
            </MenuLink>
          </Menu>
        </>
      }
    />
  );
}
