import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import type { LinkPurpose } from "~/domain/identity/one-time-link";

export type LinkProblemProps = {
  purpose: LinkPurpose;
  /** Key of the `errors` texts. */
  problem: string;
  /** The start page of whoever is signed in. */
  home: string | null;
};

/** Why a one-time link does not work, and the way on: for somebody signed in to their start page, else to a new link. */
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
  // Somebody who has forgotten their password may well be signed in.
  if (purpose === "reset") return { to: "/auth/forgot", label: "new_link" } as const;
  if (home) return { to: home, label: "go_on" } as const;
  if (purpose !== "confirm") return { to: "/affiliate/login", label: "new_link" } as const;
  // A used one has made the account already.
  if (problem === "link_used") return { to: "/auth", label: "sign_in" } as const;
  return { to: "/auth?tab=signup", label: "sign_up_again" } as const;
}
