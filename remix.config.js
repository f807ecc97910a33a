/**
 * Remix options, read by the Vite plugin in vite.config.ts, so that the app has one place for them (see
 * docs/decisions/0001-remix-2-on-vite.md).
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // A separate folder, because the build empties it and the command-line program is next to it.
  buildDirectory: "build/web",
  ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"],
  serverModuleFormat: "esm",
  future: {
    unstable_optimizeDeps: true,
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
