import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useAuth } from "~/browser/use-auth";

/**
 * The shortcuts of a single key in lists and between screens (WORK-09), unless the user has switched them off. They are
 * loaded with the first key, which they handle as well.
 */
export function useKeys() {
  const navigate = useNavigate();
  const isOn = useAuth().appearance?.singleKeys ?? false;
  useEffect(() => {
    if (!isOn) return;
    let handle: ((event: KeyboardEvent) => void) | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (handle) return handle(event);
      void import("./list-keys").then(
        ({ listKeys }) => {
          handle ??= listKeys(navigate);
          handle(event);
        },
        // After a new release an open page can no longer load its old files.
        () => {},
      );
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, navigate]);
}
