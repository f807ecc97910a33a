import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, type ButtonLook } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { NavigationProgress } from "~/components/ui/navigation-progress";
import { Sheet, SheetTrigger } from "~/components/ui/sheet";
import { LanguageSwitch } from "./language-switch";
import { Logo } from "./logo";
import type { ShellLink } from "./shell-types";
import { SkipLink } from "./skip-link";
import { ThemeSwitch } from "./theme-switch";
import { paths } from "~/paths/paths";

export type PublicShellProps = {
  /** In the header; on phones in a side sheet. */
  links?: readonly ShellLink[];
  /** The main call to action, always visible. */
  cta?: ShellLink & Pick<ButtonLook, "variant">;
  /** Legal pages and similar links. */
  footerLinks?: readonly ShellLink[];
  /** Above the content: Flash. */
  notice?: ReactNode;
  /** Wide content for the landing page and pricing; sign-in pages use their AuthCard. */
  children: ReactNode;
};

const linkClass = "inline-flex min-h-11 items-center rounded-md px-3 text-muted hover:text-ink md:min-h-10";

/** The frame of the public pages: landing, pricing, sign-in. */
export function PublicShell({ links = [], cta, footerLinks = [], notice, children }: PublicShellProps) {
  const { t } = useTranslation("shell");
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <SkipLink />
      <NavigationProgress />
      <header data-print="hide" className="sticky top-0 z-20 border-b bg-canvas [--bar-height:4rem]">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 md:px-8">
          <Link to={paths.home()} aria-label={t("home")} className="mr-auto flex min-h-11 items-center rounded-md">
            <Logo className={cn(links.length > 0 && "max-[22rem]:[&>span]:sr-only")} />
          </Link>
          {links.length > 0 && (
            <nav aria-label={t("main_navigation")} className="flex text-sm max-md:hidden">
              {links.map(({ to, label }) => (
                <Link key={to} to={to} prefetch="intent" className={cn(linkClass, "font-medium")}>
                  {label}
                </Link>
              ))}
            </nav>
          )}
          {cta && (
            <ButtonLink to={cta.to} variant={cta.variant}>
              {cta.label}
            </ButtonLink>
          )}
          {links.length > 0 && (
            <SheetTrigger sheet="menu" aria-label={t("open_menu")} className="-mr-2 md:hidden">
              <Icon name="menu" />
            </SheetTrigger>
          )}
        </div>
      </header>
      {links.length > 0 && (
        <Sheet id="menu" label={t("menu")} className="md:hidden">
          <div className="flex h-16 items-center justify-between px-4">
            <Logo />
            <SheetTrigger sheet="menu" autoFocus aria-label={t("close_menu")} className="-mr-2">
              <Icon name="x" />
            </SheetTrigger>
          </div>
          <nav aria-label={t("main_navigation")} className="grid px-2">
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className={cn(linkClass, "font-medium hover:bg-sunken")}>
                {label}
              </Link>
            ))}
          </nav>
        </Sheet>
      )}
      {notice}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <footer data-print="hide" className="border-t text-sm">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center md:justify-end gap-x-8 gap-y-4 px-4 py-8 md:px-8">
          <Logo className="mr-auto" />
          {footerLinks.length > 0 && (
            <nav aria-label={t("footer_navigation")} className="-mx-3 flex flex-wrap">
              {footerLinks.map(({ to, label }) =>
                to.startsWith("mailto:") ? (
                  <a key={to} href={to} className={linkClass}>
                    {label}
                  </a>
                ) : (
                  <Link key={to} to={to} className={linkClass}>
                    {label}
                  </Link>
                ),
              )}
            </nav>
          )}
          <LanguageSwitch className="-mx-3 flex flex-wrap gap-1" />
          <ThemeSwitch className="-mx-3 flex flex-wrap gap-1" />
        </div>
      </footer>
    </div>
  );
}
