import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { PageLinks } from "~/components/ui/page-links";
import type { NotificationRow } from "~/domain/notifications/list-notices.server";
import type { Page } from "~/domain/shared/page";
import { intent } from "~/browser/intents";
import { noticeIntents } from "./notice-intents";
import { NoticeList } from "./notice-list";

/** What a list of notices shows. */
export interface NoticesPage {
  page: Page<NotificationRow>;
  timeZone: string;
  /** Whether there is any that is not read. */
  unread: boolean;
}

export type NoticesScreenProps = NoticesPage & {
  path: string;
  /** What will stand here. */
  emptyText: string;
};

/** All notices of a person, in pages. */
export function NoticesScreen({ page, timeZone, unread, path, emptyText }: NoticesScreenProps) {
  const { t } = useTranslation("notices");
  const isFirst = page.previous === null;
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          unread && (
            <Form method="post" action={path} className="max-md:grid">
              <SubmitButton variant="secondary" {...intent(noticeIntents, "read-all")}>
                {t("mark_all")}
              </SubmitButton>
            </Form>
          )
        }
      />
      {page.rows.length === 0 ? (
        <EmptyState framed icon="bell-off" title={t(isFirst ? "empty" : "older_empty")}>
          {isFirst && emptyText}
        </EmptyState>
      ) : (
        <div className="rounded-lg border bg-surface">
          <NoticeList rows={page.rows} path={path} timeZone={timeZone} markable />
        </div>
      )}
      <PageLinks page={page} path={path} />
    </div>
  );
}
