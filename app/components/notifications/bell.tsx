import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass, Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { MAX_COUNTED, unreadText } from "~/domain/notifications/unread";
import { useHydrated } from "~/browser/use-hydrated";
import type { NoticesPage } from "./notices-screen";
import { intent } from "~/browser/intents";
import { noticeIntents } from "./notice-intents";
import { NoticeList } from "./notice-list";

const PANEL = "latest-notices";
// React 18 passes these attributes on but does not know their names.
const popover = { popover: "auto" };
const opensPanel = { popovertarget: PANEL };

export type BellProps = {
  /** Address of the page with all notices. */
  page: (search?: string) => string;
  /** How many are not read; counted up to `MAX_COUNTED`. */
  unread: number;
};

/**
 * The bell of the top bar, with how many notices are unread. It opens the latest ones; without JavaScript it leads to
 * the page with all of them.
 */
export function Bell({ page, unread }: BellProps) {
  const { t } = useTranslation("notices");
  const hydrated = useHydrated();
  const location = useLocation();
  const panel = useRef<HTMLDivElement>(null);
  const { load, data } = useFetcher<NoticesPage>();
  useEffect(() => {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
  }, [location]);
  useEffect(() => {
    const element = panel.current;
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") load(page("?latest=1"));
    };
    element?.addEventListener("beforetoggle", follow);
    return () => element?.removeEventListener("beforetoggle", follow);
  }, [load, page]);
  const count = unread >= MAX_COUNTED ? t("many", { count: MAX_COUNTED - 1 }) : t("unread", { count: unread });
  const content = (
    <>
      <Icon name="bell" />
      <span className="sr-only">{unread > 0 ? `${t("open")}, ${count}` : t("open")}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 grid min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-4.5 font-semibold text-accent-ink tabular-nums"
        >
          {unreadText(unread)}
        </span>
      )}
    </>
  );
  const look = buttonClass({ variant: "ghost", size: "icon", className: "relative" });
  return (
    <div data-print="hide" className="shrink-0">
      {hydrated ? (
        <button type="button" className={look} {...opensPanel}>
          {content}
        </button>
      ) : (
        <Link to={page()} className={look}>
          {content}
        </Link>
      )}
      <div
        ref={panel}
        id={PANEL}
        {...popover}
        role="dialog"
        aria-label={t("latest")}
        className="fixed inset-auto top-14 right-2 left-2 m-0 max-h-[calc(100dvh-4.5rem)] w-auto overflow-y-auto rounded-lg border bg-surface text-sm text-ink shadow-float md:right-6 md:left-auto md:w-96"
      >
        <LatestNotices page={page} notices={data} unread={unread} />
      </div>
    </div>
  );
}

type LatestNoticesProps = {
  page: (search?: string) => string;
  /** Missing until they have come. */
  notices: NoticesPage | undefined;
  unread: number;
};

/** The panel below the bell. */
function LatestNotices({ page, notices, unread }: LatestNoticesProps) {
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
