import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Never connected to: `prisma generate` requires a URL, and migrations use cli/migrate.ts.
  datasource: { url: "postgresql://unused" },
});
