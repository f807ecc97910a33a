import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#prisma";
import type { Transaction } from "./transaction.server";

/** A transaction that Prisma is to work in. `taken` tells that it does. */
interface Offer {
  transaction: Transaction;
  taken: boolean;
}

const offers = new AsyncLocalStorage<Offer>();

/**
 * What Prisma takes for its pool. There is nothing in it: a transaction that Prisma begins is the one that is offered,
 * and a statement outside a transaction is refused.
 */
class NoPool extends pg.Pool {
  override async connect(): Promise<pg.PoolClient> {
    const offer = offers.getStore();
    if (!offer || offer.taken) throw new Error("Prisma works in a transaction of withOrg or withIdentity only");
    offer.taken = true;
    const { transaction } = offer;
    const connection = {
      query: (statement: pg.QueryConfig) =>
        // Who opened the transaction ends it.
        /^(begin|commit|rollback)$/i.test(statement.text) ? nothing : transaction.query(statement),
      on: () => connection,
      removeListener: () => connection,
      release: () => {},
    };
    return connection as unknown as pg.PoolClient;
  }

  override query = (() => {
    throw new Error("Prisma works in a transaction of withOrg or withIdentity only");
  }) as pg.Pool["query"];
}

const nothing = Promise.resolve({ rows: [], fields: [], rowCount: 0 });

/** Changes the arguments of an operation on a model. */
export type Stamp = (model: string, operation: string, args: object) => object;

export interface Models {
  /** The models in a transaction. Prisma is opened there when the first of them is used: many scopes use none. */
  within(transaction: Transaction, stamp?: Stamp): Prisma.TransactionClient;
  close(): Promise<void>;
}

/**
 * What the runtime role may not read (prisma/sql/grants.sql): the hashes of passwords come from functions
 * (password-hash.server.ts).
 */
const omit = { user: { passwordHash: true }, signUp: { passwordHash: true } } as const;

/** Prisma, made when it is first used. */
export function openModels(): Models {
  let client: PrismaClient | undefined;
  const prisma = () => (client ??= new PrismaClient({ adapter: new PrismaPg(new NoPool()), omit }));
  return {
    within(transaction, stamp) {
      let joined: Promise<Prisma.TransactionClient> | undefined;
      return modelsOf(() => (joined ??= join(prisma(), transaction)), stamp);
    },
    close: async () => client?.$disconnect(),
  };
}

/** Prisma's own account of the transaction, open as long as that is. */
function join(prisma: PrismaClient, transaction: Transaction): Promise<Prisma.TransactionClient> {
  return new Promise((resolve, reject) => {
    const work = (client: Prisma.TransactionClient) => {
      resolve(client);
      return transaction.ended;
    };
    // Our own transaction has the time limit. The object is used once: Prisma keeps the id of a transaction in it.
    const limits = { maxWait: FOREVER_MS, timeout: FOREVER_MS };
    offers.run({ transaction, taken: false }, () => prisma.$transaction(work, limits)).catch(reject);
  });
}

/** The longest that a timer takes. */
const FOREVER_MS = 2 ** 31 - 1;

const reads = ["findUnique", "findUniqueOrThrow", "findFirst", "findFirstOrThrow", "findMany", "count"];
const sums = ["aggregate", "groupBy"];
const creations = ["create", "createMany", "createManyAndReturn", "upsert"];
const changes = ["update", "updateMany", "updateManyAndReturn", "delete", "deleteMany"];
const operations = new Set([...reads, ...sums, ...creations, ...changes]);

/** By the name they have in the client: `orgMember` is the model OrgMember. */
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

/** An object whose properties are what `get` answers. */
const properties = (get: (key: PropertyKey) => unknown): object => new Proxy({}, { get: (_, key) => get(key) });
