import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Alert } from "~/components/ui/alert";
import { StatusBadge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";
import { paths } from "~/paths/paths";

/** Fewer than this many recovery codes are worth a warning. */
const FEW_CODES = 3;

export type FactorProps = {
  isOn: boolean;
  /** True if browsers make passkeys for this address. */
  hasPasskeys: boolean;
  /** Null without an app. */
  appSince: string | null;
  codesLeft: number;
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null; isBackedUp: boolean }[];
  timeZone: string;
};

/** The second factors of the signed-in user (AUTH-14), with links to add and remove them. */
export function Factor({ isOn, hasPasskeys, appSince, codesLeft, passkeys, timeZone }: FactorProps) {
  const { t } = useTranslation("factor");
  const { when } = useAuditWords(timeZone);
  const few = isOn && codesLeft < FEW_CODES;
  return (
    <Card
      title={t("title")}
      description={t(isOn ? "on_text" : "text")}
      actions={isOn && <StatusBadge tone="success">{t("on")}</StatusBadge>}
      flush
    >
      {few && <Alert tone="warning" title={t("codes_left", { count: codesLeft })} className="mx-4 mb-4 md:mx-6" />}
      <div className="divide-y border-t">
        <Part
          icon={<Icon name="key-round" />}
          title={t("passkeys")}
          text={t(hasPasskeys ? "passkeys_text" : "passkeys_impossible")}
          action={
            hasPasskeys && (
              <ButtonLink to={paths.changeFactor("passkey")} variant="secondary" prefetch="none">
                {t("add_passkey")}
              </ButtonLink>
            )
          }
        >
          {passkeys.length > 0 && (
            <ul className="mt-3 divide-y rounded-md border">
              {passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="font-medium wrap-anywhere">
                      <bdi>{name}</bdi>
                    </p>
                    <p className="text-muted tabular-nums">
                      {t("added")} <time dateTime={createdAt}>{when(createdAt)}</time>
                      {" · "}
                      {lastUsedAt ? (
                        <>
                          {t("last_used")} <time dateTime={lastUsedAt}>{when(lastUsedAt)}</time>
                        </>
                      ) : (
                        t("never_used")
                      )}
                      {isBackedUp && ` · ${t("backed_up")}`}
                    </p>
                  </div>
                  <ButtonLink
                    to={paths.changeFactor("remove", { id })}
                    variant="secondary"
                    size="sm"
                    prefetch="none"
                    aria-label={t("remove_named", { name })}
                  >
                    {t("remove")}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
        </Part>
        <Part
          icon={<Icon name="smartphone" />}
          title={t("app")}
          text={
            appSince ? (
              <>
                {t("added")} <time dateTime={appSince}>{when(appSince)}</time>
              </>
            ) : (
              t("app_text")
            )
          }
          action={
            appSince ? (
              <ButtonLink
                to={paths.changeFactor("remove")}
                variant="secondary"
                prefetch="none"
                aria-label={t("remove_named", { name: t("app") })}
              >
                {t("remove")}
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.changeFactor("app")} variant="secondary" prefetch="none">
                {t("begin")}
              </ButtonLink>
            )
          }
        />
        {isOn && (
          <Part
            icon={<Icon name="list-checks" />}
            title={t("codes")}
            text={t("codes_left", { count: codesLeft })}
            action={
              <ButtonLink to={paths.changeFactor("codes")} variant="secondary" prefetch="none">
                {t("new_codes")}
              </ButtonLink>
            }
          />
        )}
      </div>
    </Card>
  );
}

type PartProps = { icon: ReactNode; title: string; text: ReactNode; action: ReactNode; children?: ReactNode };

function Part({ icon, title, text, action, children }: PartProps) {
  return (
    <div className="px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 gap-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
          {icon}
          <div className="min-w-0">
            <h3 className="font-medium">{title}</h3>
            <p className="text-muted tabular-nums">{text}</p>
          </div>
        </div>
        <div className="shrink-0 max-md:grid max-md:w-full">{action}</div>
      </div>
      {children}
    </div>
  );
}
