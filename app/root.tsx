import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Flash } from "~/components/toast/flash";
import { Toaster } from "~/components/toast/toaster";
import { FullScreenSpinner } from "~/components/ui/spinner";
import { Tooltips } from "~/components/ui/tooltips";
import { moneyLocale, requestLanguage } from "~/i18n/i18n.server";
import { areaOf } from "~/web/areas";
import { takeToast } from "~/web/flash.server";
import { MoneyLocaleProvider } from "~/web/money-locale";
import { useNonce } from "~/web/nonce";
import { heedEvents } from "~/web/early-events";
import { followProfileLanguage } from "~/web/profile-language.server";
import { pageColors, themeOf } from "~/web/theme";
import { useTheme } from "~/web/use-theme";
import "~/styles/app.css";

export { ErrorPage as ErrorBoundary } from "~/web/error-page";

export { shouldRevalidate } from "~/web/should-revalidate";

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

/** For pages without a title of their own, such as errors. */
export const meta: MetaFunction = () => [{ title: "Finderlohn" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await followProfileLanguage({ request, context });
  const { toast, headers } = await takeToast(request);
  const language = await requestLanguage(request);
  const locale = moneyLocale(request, language);
  const theme = themeOf(request.headers.get("Cookie"));
  return data({ language, locale, theme, toast, requestId: context.requestId }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  heedEvents();
  const nonce = useNonce();
  const root = useRouteLoaderData<typeof loader>("root");
  const theme = useTheme();
  // Where an action has failed, the root's data are not there.
  const { i18n } = useTranslation();
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
        <Meta />
        <Links />
      </head>
      <body>
        <Flash toast={root?.toast} />
        <MoneyLocaleProvider value={root?.locale}>{children}</MoneyLocaleProvider>
        <Toaster />
        <Tooltips />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <EnteringArea />
    </>
  );
}

/** On the way into the staff's screens or the portal; within them the progress bar says enough (AUTH-09). */
function EnteringArea() {
  const { state, location } = useNavigation();
  const here = areaOf(useLocation().pathname);
  if (state !== "loading") return null;
  const there = areaOf(location.pathname);
  return there !== "public" && there !== here ? <FullScreenSpinner /> : null;
}
