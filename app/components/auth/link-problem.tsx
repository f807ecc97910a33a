import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import type { LinkPurpose } from "~/domain/identity/one-time-link";
import { paths } from "~/paths/paths";

export type LinkProblemProps = {
  purpose: LinkPurpose;
  /** Key of the `errors` texts. */
  problem: string;
  /** The start page if a user is signed in; otherwise null. */
  home: string | null;
};

/**
 * Explains why a one-time link does not work. Links to the start page for signed-in users, else to a form for a new
 * link.
 */
export function LinkProblem({ purpose, problem, home }: LinkProblemProps) {
  const { t } = useTranslation(["auth", "errors"]);
  const way = wayOn(purpose, problem, home);
  return (
    <AuthCard title={t("link.problem")} description={t(`errors:${problem}`)}>
      <ButtonLink to={way.to} className="w-full">
        {t(`link.${way.label}`)}
      </ButtonLink>
    </AuthCard>
  );
}

function wayOn(purpose: LinkPurpose, problem: string, home: string | null) {
  // A user who resets a password can be signed in in this browser.
  if (purpose === "reset") return { to: paths.forgot(), label: "new_link" } as const;
  if (home) return { to: home, label: "go_on" } as const;
  if (purpose !== "confirm") return { to: paths.affiliateSignIn(), label: "new_link" } as const;
  // A used confirmation link has already created the account.
  if (problem === "link_used") return { to: paths.signIn(), label: "sign_in" } as const;
  return { to: paths.signUp(), label: "sign_up_again" } as const;
}
