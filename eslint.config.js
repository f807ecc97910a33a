import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      ".data/",
      "prisma/generated/",
      "test-results/",
      "playwright-report/",
    ],
  },
  ...tseslint.configs.recommended,
  // Elsewhere a function may be called `use` without being React's.
  { ...reactHooks.configs.flat["recommended-latest"], files: ["app/**/*.tsx", "app/**/use-*.ts"] },
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["app/**"],
    ignores: ["app/platform/cookie.server.ts", "app/server/redirect.server.ts", "app/components/ui/link.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@remix-run/node",
          importNames: ["createCookie"],
          message: "Cookies are made by siteCookie, which knows https.",
        },
        {
          name: "@remix-run/node",
          importNames: ["redirect", "redirectDocument", "replace"],
          message: "Redirects are made by app/server/redirect.server.ts, which stays within this site.",
        },
        {
          name: "@remix-run/react",
          importNames: ["Link", "NavLink"],
          message:
            "Links are those of app/components/ui/link.tsx, which prefetch nothing without a connection.",
        },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "Property[key.name='Location'], Property[key.value='Location']",
          message: "Redirects are made by app/server/redirect.server.ts, which stays within this site.",
        },
      ],
    },
  },
  {
    // There the length of a text is judged before anything else.
    files: ["app/domain/**"],
    ignores: ["app/domain/shared/fields.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='z'][property.name=/^(string|coerce|email|url|iso)$/]",
          message: "Fields of text begin with a builder of app/domain/shared/fields.ts.",
        },
      ],
    },
  },
  {
    // Everything here speaks to a terminal.
    files: ["cli/**", "prisma/**", "tests/**", "jobs/**"],
    rules: { "no-console": "off" },
  },
);
