import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { buttonClass } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { areaOf } from "~/paths/areas";
import { paths } from "~/paths/paths";

/** Tabs of this browser tell each other on it who is signed in: a person's id, or null. */
const CHANNEL = "finderlohn-session";
const TOAST = "session";

/**
 * Tells the other tabs who is signed in here, and notices when it is somebody else there, or nobody any more (AUTH-07). The page
 * stays as it is, with what was typed; a message that stays leads on, and goes once the same person has signed in again.
 */
export function SessionWatch({ user }: { user: string | null }) {
  const { t } = useTranslation("shell");
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (user === null) return;
      if (data === user) return void toast.dismiss(TOAST);
      const nobody = data === null;
      toast.error(t(nobody ? "session.ended" : "session.other"), {
        id: TOAST,
        description: (
          <>
            <p>{t(nobody ? "session.ended_text" : "session.other_text")}</p>
            <WayOn label={t(nobody ? "session.sign_in" : "session.reload")} signIn={nobody} />
          </>
        ),
        duration: Infinity,
      });
    };
    channel.postMessage(user);
    return () => channel.close();
  }, [user, t]);
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
