import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { buttonClass } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { areaOf } from "~/paths/areas";
import { paths } from "~/paths/paths";

/** Channel on which the tabs of a browser exchange who is signed in, and what they see. */
const CHANNEL = "finderlohn-session";

interface Told {
  /** A user id, or null. */
  user: string | null;
  /** A session shows one organization per area. */
  area: string;
  organization: { id: string; name: string } | null;
}
const TOAST = { session: "session", organization: "session-organization" };

/**
 * Publishes to the other tabs who is signed in here. It detects when another user or nobody is signed in there
 * (AUTH-07), or another organization is open, for example from an email link. The page stays with its input. A
 * persistent message offers a way on, and disappears once the same user and organization are back.
 */
export function SessionWatch({ user, organization }: Pick<Told, "user" | "organization">) {
  const { t } = useTranslation("shell");
  const { id: organizationId, name: organizationName = "" } = organization ?? {};
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(CHANNEL);
    const area = areaOf(window.location.pathname);
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (user === null) return;
      const isSameUser = data.user === user;
      if (isSameUser) {
        toast.dismiss(TOAST.session);
        // A session has one organization per area.
        if (data.area !== area) return;
        if (data.organization?.id === organizationId) return void toast.dismiss(TOAST.organization);
      }
      const problem = data.user === null ? "ended" : isSameUser ? "organization" : "other";
      const name = data.organization?.name ?? "";
      toast.error(t(`session.${problem}`), {
        id: isSameUser ? TOAST.organization : TOAST.session,
        description: (
          <>
            <p className="wrap-anywhere">{t(`session.${problem}_text`, { organization: name })}</p>
            <WayOn label={t(problem === "ended" ? "session.sign_in" : "session.reload")} signIn={problem === "ended"} />
          </>
        ),
        duration: Infinity,
      });
    };
    const told: Told = {
      user,
      area,
      organization: organizationId === undefined ? null : { id: organizationId, name: organizationName },
    };
    channel.postMessage(told);
    return () => channel.close();
  }, [user, organizationId, organizationName, t]);
  return null;
}

function WayOn({ label, signIn }: { label: string; signIn: boolean }) {
  const here = window.location;
  const isPortal = areaOf(here.pathname) === "portal";
  const page = isPortal ? paths.affiliateSignIn() : paths.signIn();
  return (
    <a
      // Opens in a new tab, so that input on this page is kept.
      {...(signIn ? { href: page, target: "_blank", rel: "noopener" } : { href: here.href })}
      className={cn(buttonClass({ variant: "secondary" }), "mt-3")}
    >
      {label}
    </a>
  );
}
