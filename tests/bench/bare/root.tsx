import { Links, Meta, Outlet, Scripts } from "@remix-run/react";

/** A Remix app with only one list of cards, the reference for the leads page (P3). */
export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Leads</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
