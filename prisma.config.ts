import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Never connected to: `prisma generate` insists on an address, migrations go through cli/migrate.ts.
  datasource: { url: "postgresql://unused" },
});
