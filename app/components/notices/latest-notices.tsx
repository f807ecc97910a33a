import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "~/components/ui/button";
import { intent } from "~/browser/intents";
import { noticeIntents } from "./notice-intents";
import { NoticeList } from "./notice-list";
import type { NoticesPage } from "./notices-screen";

export type LatestNoticesProps = {
  page: (search?: string) => string;
  /** Missing until they have come. */
  notices: NoticesPage | undefined;
  unread: number;
};

/** The panel below the bell. */
export function LatestNotices({ page, notices, unread }: LatestNoticesProps) {
  const { t } = useTranslation("notices");
  const fetcher = useFetcher();
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-2 border-b px-4">
        <h2 className="font-semibold">{t("title")}</h2>
        {unread > 0 && (
          <fetcher.Form method="post" action={page()} className="-mr-2">
            <input type="hidden" name="answer" value="toast" />
            <Button type="submit" variant="ghost" size="sm" {...intent(noticeIntents, "read-all")}>
              {t("mark_all")}
            </Button>
          </fetcher.Form>
        )}
      </div>
      {!notices ? (
        <p className="px-4 py-6 text-muted">{t("loading")}</p>
      ) : notices.page.rows.length === 0 ? (
        <p className="px-4 py-6 text-muted">{t("empty")}</p>
      ) : (
        <NoticeList rows={notices.page.rows} path={page()} timeZone={notices.timeZone} />
      )}
      <div className="border-t p-1">
        <ButtonLink to={page()} variant="ghost" className="w-full">
          {t("all")}
        </ButtonLink>
      </div>
    </>
  );
}
