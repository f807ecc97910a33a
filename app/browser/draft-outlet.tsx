import { Outlet, useLocation } from "@remix-run/react";
import { useMemo, useState } from "react";
import { useHydrated } from "./use-hydrated";
import { draftOf, setWriter } from "./drafts";
import { useAuth } from "./use-auth";

/**
 * The outlet for screens of signed-in users. The server does not know the drafts, which are stored in the browser, so a
 * form with a draft is rendered again.
 */
export function DraftOutlet() {
  const { id } = useAuth().user;
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const [first] = useState({ fromDocument: !hydrated, pathname });
  const anew = useMemo(
    () => hydrated && first.fromDocument && draftOf(first.pathname, id) !== null,
    [hydrated, first, id],
  );

  // Not on the server, where all users would share the value; not in an effect, which could run after the first
  // submission.
  if (hydrated) setWriter(id);

  return <Outlet key={anew ? "anew" : "first"} />;
}
