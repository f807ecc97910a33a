import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { buttonClass } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { areaOf } from "~/paths/areas";
import { paths } from "~/paths/paths";

/** Tabs of this browser tell each other on it who is signed in, and what they see. */
const CHANNEL = "finderlohn-session";

interface Told {
  /** A person's id, or null. */
  user: string | null;
  /** In each area a session shows one organization. */
  area: string;
  organization: { id: string; name: string } | null;
}
const TOAST = { session: "session", organization: "session-organization" };

/**
 * Tells the other tabs who is signed in here, and notices when it is somebody else there, or nobody any more (AUTH-07),
 * or another organization is open: a link of an email can open one. The page stays as it is, with what was typed; a
 * message that stays leads on, and goes once the same person has signed in again, or is back in the same organization.
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
        // In each area a session has one organization of its own.
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
      // In a tab of its own, so that nothing typed here goes.
      {...(signIn ? { href: page, target: "_blank", rel: "noopener" } : { href: here.href })}
      className={cn(buttonClass({ variant: "secondary" }), "mt-3")}
    >
      {label}
    </a>
  );
}
