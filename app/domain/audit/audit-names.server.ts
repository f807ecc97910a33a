import { readPeople } from "../identity/read-people.server";
import type { Scope } from "../shared/scope";
import type { AuditEntity } from "./audit-details";

// The audit log stores ids. Names come from the organization's own rows, with one query per kind.

/** Returns the names of the members, affiliates and API keys that acted, by the actor text in the log. */
export async function namesOfActors(scope: Scope, entries: { actor: string }[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    unique(entries.map(({ actor }) => actor).filter((actor) => actor.startsWith(`${kind}:`))).map((actor) =>
      actor.slice(kind.length + 1),
    );
  const [members, affiliates, keys] = [idsOf("member"), idsOf("affiliate"), idsOf("api_key")];
  const people = [...(await readPeople(scope, members))].filter(([, { member }]) => member);
  const names = await affiliateNames(scope, affiliates);
  return new Map([
    ...people.map(([id, { name }]) => [`member:${id}`, name] as const),
    ...[...names].map(([id, name]) => [`affiliate:${id}`, name] as const),
    ...(await keyNames(scope, keys)).map(({ id, name }) => [`api_key:${id}`, name] as const),
  ]);
}

/** The record of an audit entry. */
export interface AuditSubject {
  name: string;
  /** The kind of record to open. A monthly payment opens its deal. */
  kind: "affiliate" | "lead" | "deal";
  id: string;
}

/** Returns the records of audit entries by the id in the log. Deleted records are omitted. */
export async function namesOfSubjects(
  scope: Scope,
  entries: { entity: string; entityId: string }[],
): Promise<Map<string, AuditSubject>> {
  const idsOf = (entity: AuditEntity) =>
    unique(entries.filter((entry) => entry.entity === entity).map((entry) => entry.entityId));
  const named = (kind: AuditSubject["kind"], names: Map<string, string>) =>
    [...names].map(([id, name]) => [id, { kind, id, name }] as const);
  return new Map([
    ...named("affiliate", await affiliateNames(scope, idsOf("affiliate"))),
    ...named("lead", await leadNames(scope, idsOf("lead"))),
    ...named("deal", await dealNames(scope, idsOf("deal"))),
    ...(await paidDeals(scope, idsOf("commission_payment"))),
  ]);
}

const unique = (ids: string[]) => [...new Set(ids)];
const dealName = (deal: { title: string; lead: { companyName: string } }) => `${deal.lead.companyName} – ${deal.title}`;
const inDeal = { title: true, lead: { select: { companyName: true } } } as const;

async function affiliateNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function keyNames(scope: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return scope.db.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
}

async function leadNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.lead.findMany({
    where: { id: { in: ids } },
    select: { id: true, companyName: true },
  });
  return new Map(rows.map((row) => [row.id, row.companyName]));
}

async function dealNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.deal.findMany({ where: { id: { in: ids } }, select: { id: true, ...inDeal } });
  return new Map(rows.map((row) => [row.id, dealName(row)]));
}

async function paidDeals(scope: Scope, ids: string[]): Promise<Map<string, AuditSubject>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.commissionPayment.findMany({
    where: { id: { in: ids } },
    select: { id: true, dealId: true, deal: { select: inDeal } },
  });
  return new Map(rows.map((row) => [row.id, { kind: "deal", id: row.dealId, name: dealName(row.deal) }]));
}
