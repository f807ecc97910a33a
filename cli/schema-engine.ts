import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as wasm from "@prisma/schema-engine-wasm/schema_engine_bg";
import { splitStatements } from "./split-statements";

// Prisma's schema engine as WebAssembly, because the native one would have to be downloaded. It writes the standard
// table _prisma_migrations, so `prisma migrate` understands these databases.

interface SchemaEngine {
  applyMigrations(input: object): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: object): Promise<{ stdout: string | null }>;
}

interface AdapterInternals {
  client: { connect(): Promise<Connection> };
  performIO(query: object): Promise<{ fields: { dataTypeID: number }[] }>;
  queryRaw(query: object): Promise<{ columnTypes: number[] }>;
  onError(error: unknown): never;
  dispose(): Promise<void>;
}

interface Connection {
  query(sql: string): Promise<unknown>;
  release(): void;
}

// The system catalog's one-letter type "char", which the adapter does not know, and text, which it does.
const CHAR_OID = 18;
const TEXT_OID = 25;

const require = createRequire(import.meta.url);
const loaded = Symbol.for("finderlohn.schema-engine");
/**
 * Global, because the engine's JavaScript knows only one instance per process; a second one would use the memory of the
 * first. Bundles with their own copy of this file, such as the benchmark's, share it.
 */
const engine = globalThis as { [loaded]?: Promise<void> };

function loadEngine(): Promise<void> {
  engine[loaded] ??= (async () => {
    const folder = path.dirname(require.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
    const bytes = fs.readFileSync(path.join(folder, "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": imports() });
    wasm.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start?: () => void }).__wbindgen_start?.();
  })();
  return engine[loaded];
}

/**
 * Returns the engine's imports with an unreferenced timer. The engine never clears its time limit of ten seconds, which
 * would keep a finished process alive.
 */
function imports(): WebAssembly.ModuleImports {
  const functions: WebAssembly.ModuleImports = { ...wasm };
  const name = Object.keys(functions).find((key) => key.startsWith("__wbg_setTimeout_"));
  if (name) functions[name] = (run: () => void, ms: number) => setTimeout(run, ms).unref();
  return functions;
}

/**
 * Patches the adapter, which splits scripts at ";" (breaking functions and DO blocks) and does not roll back a failed
 * script.
 */
function adaptToEngine(factory: PrismaPg) {
  const adapters: { dispose(): Promise<void> }[] = [];
  const patch = <A extends { executeScript(script: string): Promise<void> }>(adapter: A): A => {
    const inner = adapter as unknown as AdapterInternals;
    adapters.push(inner);
    readCatalogChars(inner);
    adapter.executeScript = async (script) => {
      const connection = await inner.client.connect();
      try {
        await runScript(connection, script);
      } catch (error) {
        inner.onError(error);
      } finally {
        connection.release();
      }
    };
    return adapter;
  };
  const connect = factory.connect.bind(factory);
  const connectToShadowDb = factory.connectToShadowDb.bind(factory);
  factory.connect = async () => patch(await connect());
  factory.connectToShadowDb = async () => patch(await connectToShadowDb());
  return { dispose: () => Promise.all(adapters.map((adapter) => adapter.dispose())) };
}

/**
 * Runs a migration as one transaction, so a failing file leaves nothing behind. Statements are sent one by one, because
 * Citus forwards the whole message to its workers and rejects one with several statements.
 */
async function runScript(connection: Connection, script: string): Promise<void> {
  const statements = splitStatements(script);
  if (statements.length > 1) statements.unshift("begin");
  try {
    for (const statement of statements) await connection.query(statement);
    if (statements.length > 1) await connection.query("commit");
  } catch (error) {
    if (statements.length > 1) await connection.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * Patches the types of one-letter columns. When it reads a schema, the engine requires that type from the system
 * catalog.
 */
function readCatalogChars(adapter: AdapterInternals): void {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const chars = new WeakMap<object, number[]>();
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    const found = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []));
    for (const index of found) result.fields[index]!.dataTypeID = TEXT_OID;
    chars.set(query, found);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of chars.get(query) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

async function withEngine<T>(
  url: string,
  schemaFile: string,
  use: (engine: SchemaEngine, schema: { path: string; content: string }) => Promise<T>,
): Promise<T> {
  await loadEngine();
  const content = fs.readFileSync(schemaFile, "utf8");
  const factory = new PrismaPg({ connectionString: url });
  const adapters = adaptToEngine(factory);
  const engine = (await wasm.SchemaEngine.new(
    { datamodels: [["schema.prisma", content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  )) as SchemaEngine;
  try {
    return await use(engine, { path: "schema.prisma", content });
  } finally {
    // The engine's advisory lock lives as long as its connection, and the next run would wait for it.
    await adapters.dispose();
  }
}

/** Applies the missing migrations of `<prismaFolder>/migrations` to a database. Returns their names. */
export function applyMigrations(url: string, prismaFolder: string): Promise<string[]> {
  const folder = path.join(prismaFolder, "migrations");
  const migrationDirectories = migrationNames(prismaFolder).map((name) => ({
    path: name,
    migrationFile: {
      path: "migration.sql",
      content: { tag: "ok", value: fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8") },
    },
  }));
  return withEngine(url, path.join(prismaFolder, "schema.prisma"), async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: {
        baseDir: path.resolve(folder),
        lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
        shadowDbInitScript: "",
        migrationDirectories,
      },
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  });
}

/** Returns the migrations of this version, oldest first. */
export function migrationNames(prismaFolder: string): string[] {
  return fs
    .readdirSync(path.join(prismaFolder, "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Returns the SQL that changes a database, or an empty one, to match schema.prisma; an empty string if they agree. */
export function schemaDifference(url: string, prismaFolder: string, from: "database" | "empty"): Promise<string> {
  return withEngine(url, path.join(prismaFolder, "schema.prisma"), async (engine, schema) => {
    const { stdout } = await engine.diff({
      from: from === "empty" ? { tag: "empty" } : { tag: "schemaDatasource", files: [schema], configDir: prismaFolder },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return (stdout ?? "").trim();
  });
}
