import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as wasm from "@prisma/schema-engine-wasm/schema_engine_bg";

// Compares a database with schema.prisma by Prisma's schema engine as WebAssembly, because the native one would have to
// be downloaded.

interface SchemaEngine {
  diff(input: object): Promise<{ stdout: string | null }>;
}

interface AdapterInternals {
  performIO(query: object): Promise<{ fields: { dataTypeID: number }[] }>;
  queryRaw(query: object): Promise<{ columnTypes: number[] }>;
  dispose(): Promise<void>;
}

// The system catalog's one-letter type "char", which the adapter does not know, and text, which it does.
const CHAR_OID = 18;
const TEXT_OID = 25;

const require = createRequire(import.meta.url);
/** Loaded once, because the engine's JavaScript knows only one instance per process. */
let loading: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const folder = path.dirname(require.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
    const bytes = fs.readFileSync(path.join(folder, "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": imports() });
    wasm.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start?: () => void }).__wbindgen_start?.();
  })();
  return loading;
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

/** Makes the adapters of the engine read the system catalog, and keeps them for disposal. */
function adaptToEngine(factory: PrismaPg) {
  const adapters: { dispose(): Promise<void> }[] = [];
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const inner = adapter as unknown as AdapterInternals;
    adapters.push(inner);
    readCatalogChars(inner);
    return adapter;
  };
  return { dispose: () => Promise.all(adapters.map((adapter) => adapter.dispose())) };
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

/** Returns the SQL that changes a database to match schema.prisma; an empty string if they agree. */
export function schemaDifference(url: string, prismaFolder: string): Promise<string> {
  return withEngine(url, path.join(prismaFolder, "schema.prisma"), async (engine, schema) => {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files: [schema], configDir: prismaFolder },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return (stdout ?? "").trim();
  });
}
