import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { hasNews, includesPosition, type LiveSource } from "./source";
import { isFillingIn } from "../has-input";
import { connectLive } from "./connection";
import { paths } from "~/paths/paths";

/** A burst of changes loads the page once at the beginning, and then once in this time. */
const BETWEEN_MS = 700;
const SOON_MS = 40;
/** How often it is looked whether a form is still being filled in. */
const LOOK_MS = 1_000;
/** Hidden for longer, a page gives its connection back: a browser has six for one host. */
const HIDDEN_MS = 10_000;

/**
 * Keeps an open page as new as the data (API-05). It loads again what it shows, in place, when the server says that
 * something of it has changed: not while a form is being filled in or sent, but right after. Returns whether it waits
 * for that.
 */
export function useLive({ door, since, of }: LiveSource): boolean {
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const [isWaiting, setWaiting] = useState(false);
  const page = useRef({ pathname, revalidate, since, isBusy: false });
  /** The position of what was announced and is not shown yet; null when there is nothing. */
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

  // What was loaded for another reason, such as a form that was sent, may hold what was announced.
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
    // A page with an open connection is not kept for the way back.
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
