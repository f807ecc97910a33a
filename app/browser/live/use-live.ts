import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { hasNews, includesPosition, type LiveSource } from "./source";
import { isFillingIn } from "../has-input";
import { connectLive } from "./connection";
import { paths } from "~/paths/paths";

/** A burst of changes reloads the page once at the beginning, and then once per this interval. */
const BETWEEN_MS = 700;
const SOON_MS = 40;
/** Interval for checking whether a form is still being filled in. */
const LOOK_MS = 1_000;
/** A page hidden for longer closes its connection, because a browser has six for one host. */
const HIDDEN_MS = 10_000;

/**
 * Keeps an open page up to date (API-05). It reloads the page's data in place when the server reports a change, but not
 * while a form is being filled in or sent; then right after. Returns true while it waits for that.
 */
export function useLive({ door, since, of }: LiveSource): boolean {
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const [isWaiting, setWaiting] = useState(false);
  const page = useRef({ pathname, revalidate, since, isBusy: false });
  /** The position of the change that is not shown yet; null if there is none. */
  const news = useRef<{ announced: string | null; loadedAt: number }>({ announced: null, loadedAt: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const isBusy = navigation.state !== "idle" || state !== "idle" || fetchers.length > 0;
  useEffect(() => {
    page.current = { pathname, revalidate, since, isBusy };
  });

  const [look] = useState(() => {
    const load = () => {
      timer.current = undefined;
      if (news.current.announced === null) return setWaiting(false);
      if (page.current.isBusy) return;
      // While a screen is loading, React may not know it yet. Loading it anew would scroll it to its top.
      if (window.__remixRouter.state.navigation.state !== "idle") {
        timer.current = setTimeout(load, SOON_MS);
        return;
      }
      if (isFillingIn(document)) {
        setWaiting(true);
        timer.current = setTimeout(load, LOOK_MS);
        return;
      }
      news.current = { announced: null, loadedAt: performance.now() };
      setWaiting(false);
      page.current.revalidate();
    };
    return () => {
      const pause = news.current.loadedAt + BETWEEN_MS - performance.now();
      timer.current ??= setTimeout(load, Math.max(SOON_MS, news.current.loadedAt === 0 ? 0 : pause));
    };
  });

  // Data loaded for another reason, such as a submission, may include the change.
  useEffect(() => {
    const { announced } = news.current;
    if (announced !== null && includesPosition(since, announced)) news.current.announced = null;
  }, [since]);
  useEffect(() => {
    if (!isBusy) look();
  }, [isBusy, look]);

  useEffect(() => {
    const connection = connectLive({
      since: page.current.since,
      open: (position) => new EventSource(paths.live(door, { since: position })),
      onNews(heard, at) {
        if (includesPosition(page.current.since, at) || !hasNews(heard, page.current.pathname)) return;
        news.current.announced = at;
        look();
      },
      onState: (state) => void (document.documentElement.dataset["live"] = state),
    });
    let hidden: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(hidden);
      if (document.visibilityState === "visible") connection.join();
      else hidden = setTimeout(connection.leave, HIDDEN_MS);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    // A page with an open connection is not stored in the back/forward cache.
    window.addEventListener("pagehide", connection.leave);
    window.addEventListener("pageshow", follow);
    return () => {
      clearTimeout(hidden);
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", connection.leave);
      window.removeEventListener("pageshow", follow);
      connection.leave();
    };
  }, [door, of, look]);

  useEffect(() => () => clearTimeout(timer.current), []);
  return isWaiting;
}
