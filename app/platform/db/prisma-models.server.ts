import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#prisma";
import type { Transaction } from "./transaction.server";

/** A transaction offered to Prisma; `taken` is true once Prisma uses it. */
interface Offer {
  transaction: Transaction;
  taken: boolean;
}

const offers = new AsyncLocalStorage<Offer>();

/**
 * Replaces the pool of Prisma. A transaction that Prisma begins becomes the offered one; a statement outside a
 * transaction throws.
 */
class NoPool extends pg.Pool {
  override async connect(): Promise<pg.PoolClient> {
    const offer = offers.getStore();
    if (!offer || offer.taken) throw new Error("Prisma works only inside a transaction of withOrg or withIdentity");
    offer.taken = true;
    const { transaction } = offer;
    const connection = {
      query: (statement: pg.QueryConfig) =>
        // Only the code that opened the transaction may end it.
        /^(begin|commit|rollback)$/i.test(statement.text) ? nothing : transaction.query(statement),
      on: () => connection,
      removeListener: () => connection,
      release: () => {},
    };
    return connection as unknown as pg.PoolClient;
  }

  override query = (() => {
    throw new Error("Prisma works only inside a transaction of withOrg or withIdentity");
  }) as pg.Pool["query"];
}

const nothing = Promise.resolve({ rows: [], fields: [], rowCount: 0 });

/** Adds fixed values to the arguments of a model operation. */
export type Stamp = (model: string, operation: string, args: object) => object;

export interface Models {
  /**
   * Returns the models bound to a transaction. Prisma joins at the first use of a model, because many scopes use none.
   */
  within(transaction: Transaction, stamp?: Stamp): Prisma.TransactionClient;
}

/**
 * Columns that the runtime role may not read (prisma/sql/grants.sql). Functions return the password hashes
 * (password-hash.server.ts).
 */
const omit = { user: { passwordHash: true }, signUp: { passwordHash: true } } as const;

let client: PrismaClient | undefined;
/** Returns the client, created at its first use. It belongs to no database, so one knows the queries of all. */
const theClient = () => (client ??= new PrismaClient({ adapter: new PrismaPg(new NoPool()), omit }));

/** The models of every database. */
export const models: Models = {
  within(transaction, stamp) {
    let joined: Promise<Prisma.TransactionClient> | undefined;
    return modelsOf(() => (joined ??= join(theClient(), transaction)), stamp);
  },
};

/** Opens Prisma's own transaction object, which lives as long as the real transaction. */
function join(prisma: PrismaClient, transaction: Transaction): Promise<Prisma.TransactionClient> {
  return new Promise((resolve, reject) => {
    const work = (client: Prisma.TransactionClient) => {
      resolve(client);
      return transaction.ended;
    };
    // The real transaction has its own time limit. The limits object is created per call, because Prisma stores a
    // transaction id in it.
    const limits = { maxWait: FOREVER_MS, timeout: FOREVER_MS };
    offers.run({ transaction, taken: false }, () => prisma.$transaction(work, limits)).catch(reject);
  });
}

/** The longest delay that a timer accepts. */
const FOREVER_MS = 2 ** 31 - 1;

const reads = ["findUnique", "findUniqueOrThrow", "findFirst", "findFirstOrThrow", "findMany", "count"];
const sums = ["aggregate", "groupBy"];
const creations = ["create", "createMany", "createManyAndReturn", "upsert"];
const changes = ["update", "updateMany", "updateManyAndReturn", "delete", "deleteMany"];
const operations = new Set([...reads, ...sums, ...creations, ...changes]);

/** Model names by client property: `orgMember` is the model OrgMember. */
const modelNames = new Map<PropertyKey, string>(
  Object.values(Prisma.ModelName).map((name) => [name[0]!.toLowerCase() + name.slice(1), name]),
);

type Delegates = Record<PropertyKey, Record<string, (args: object) => Promise<unknown>>>;

function modelsOf(open: () => Promise<Prisma.TransactionClient>, stamp: Stamp = unchanged) {
  const run = async (key: PropertyKey, operation: string, args: object) =>
    ((await open()) as unknown as Delegates)[key]![operation]!(args);
  const delegateOf = (key: PropertyKey, model: string) =>
    properties((operation) => {
      if (!operations.has(operation as string)) return undefined;
      const name = operation as string;
      return (args: object = {}) => run(key, name, stamp(model, name, args));
    });
  return properties((key) => {
    const model = modelNames.get(key);
    return model && delegateOf(key, model);
  }) as Prisma.TransactionClient;
}

const unchanged: Stamp = (_model, _operation, args) => args;

/** Returns an object whose properties `get` resolves. */
const properties = (get: (key: PropertyKey) => unknown): object => new Proxy({}, { get: (_, key) => get(key) });
