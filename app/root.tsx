import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Announcer } from "~/components/shell/announcer";
import { FlashProvider } from "~/components/toast/own-flash";
import { Toaster } from "~/components/toast/toaster";
import { FullScreenSpinner } from "~/components/ui/spinner";
import { Tooltips } from "~/components/ui/tooltips";
import { moneyLocale, requestLanguage, translator } from "~/server/request-language.server";
import { areaOf } from "~/paths/areas";
import { contactEmail } from "~/server/app-context.server";
import { flashToast } from "~/server/flash.server";
import { MoneyLocaleProvider } from "~/browser/money-locale";
import { screenTitle } from "~/browser/page-title";
import { rejectionReason } from "~/browser/refused";
import { isUnavailable } from "~/browser/unavailable";
import { useRootData, type RootData } from "~/browser/root-data";
import { useNonce } from "~/browser/nonce";
import { isPlain } from "~/browser/plain-page";
import { releaseEarlyEvents } from "~/browser/early-events";
import { repeatEarlyInput } from "~/browser/early-input";
import { followProfileLanguage } from "~/server/profile-language.server";
import { pageColors, themeOf } from "~/browser/theme";
import { useTheme } from "~/browser/use-theme";
import siteScript from "~/browser/site-script.js?url&no-inline";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url&no-inline";
import "~/styles/app.css";

export { ErrorPage as ErrorBoundary } from "~/components/errors/error-page";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  // The style sheet names it, but is read later.
  { rel: "preload", href: inter, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

/** For pages without a title of their own, such as errors. */
export const meta: MetaFunction = ({ error, matches }) => screenTitle({ data: undefined, error, matches });

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  await followProfileLanguage({ request, context });
  const toast = await flashToast(request);
  const language = await requestLanguage(request);
  const locale = moneyLocale(request, language);
  const theme = themeOf(request.headers.get("Cookie"));
  const t = await translator(request);
  const errorTitles = {
    not_found: t("site:not_found.title"),
    refused: t("errors:failed"),
    unavailable: t("site:unavailable.title"),
    unreachable: t("site:unreachable.title"),
    unexpected: t("site:unexpected.title"),
  };
  const { requestId } = context;
  return { language, locale, theme, toast, errorTitles, requestId, contact: contactEmail() };
}

export function Layout({ children }: { children: ReactNode }) {
  releaseEarlyEvents();
  // Runs after the effects of all components below, so that all listen.
  useEffect(() => repeatEarlyInput(document), []);
  const nonce = useNonce();
  const root = useRootData();
  const theme = useTheme();
  const plain = useIsPlainDocument();
  // After a failed action the root's data are missing.
  const { t, i18n } = useTranslation(["site", "errors"]);
  const error = useRouteError();
  const failed = isUnavailable(error)
    ? "unavailable.title"
    : rejectionReason(error)
      ? "errors:failed"
      : "unexpected.title";
  return (
    <html lang={root?.language ?? i18n.language} data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        {(["light", "dark"] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={pageColors[theme === "system" ? scheme : theme]}
          />
        ))}
        {!root && <title>{`${t(failed)} · Finderlohn`}</title>}
        <Meta />
        <Links />
      </head>
      <body>
        <FlashProvider toast={root?.toast ?? null}>
          <MoneyLocaleProvider value={root?.locale}>{children}</MoneyLocaleProvider>
        </FlashProvider>
        {plain ? (
          <script src={siteScript} defer nonce={nonce} />
        ) : (
          <>
            <Toaster />
            <Announcer />
            <Tooltips />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** Returns true for the document of a public page, which has a small script of its own instead of the app's. */
function useIsPlainDocument(): boolean {
  const plain = isPlain(useMatches());
  // A public page reached from within the app belongs to the app.
  return plain && typeof document === "undefined";
}

export default function App() {
  return (
    <>
      <Outlet />
      <EnteringArea />
    </>
  );
}

/** Shown on the way into the staff screens or the portal; within them the progress bar is enough (AUTH-09). */
function EnteringArea() {
  const { state, location } = useNavigation();
  const here = areaOf(useLocation().pathname);
  if (state !== "loading") return null;
  const there = areaOf(location.pathname);
  return there !== "public" && there !== here ? <FullScreenSpinner /> : null;
}
