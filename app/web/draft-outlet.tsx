import { Outlet, useLocation } from "@remix-run/react";
import { useMemo, useState } from "react";
import { useHydrated } from "~/components/ui/use-hydrated";
import { draftOf, setWriter } from "./drafts";
import { useAuth } from "./use-auth";

/**
 * The screens of somebody who is signed in. Drafts live in the browser, which the HTML of the server knows nothing of: a
 * form that came with the document and has one begins anew.
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

  // On the server it would be everybody's; in an effect it could come after the first form is sent.
  if (hydrated) setWriter(id);

  return <Outlet key={anew ? "anew" : "first"} />;
}
