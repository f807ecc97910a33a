import type { ReactNode } from "react";

export type AuthCardProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Tabs above the form. */
  tabs?: ReactNode;
  /** Links to other ways to sign in, below the card. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The narrow card of a sign-in, sign-up or onboarding page. Used inside a PublicShell. */
export function AuthCard({ title, description, tabs, footer, children }: AuthCardProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 md:py-16">
      <div className="text-center">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-2 text-muted">{description}</p>}
      </div>
      <div className="mt-6 rounded-xl border bg-surface text-sm">
        {tabs && <div className="px-4 pt-2">{tabs}</div>}
        <div className="p-4 md:p-6">{children}</div>
      </div>
      {footer && (
        <div className="mt-4 text-center text-sm text-muted [&_a]:inline-block [&_a]:py-2.5 [&_a]:font-medium [&_a]:text-accent [&_a]:underline-offset-4 hover:[&_a]:underline">
          {footer}
        </div>
      )}
    </div>
  );
}
