import { randomUUID } from "node:crypto";
import { readPeople } from "../identity/read-people.server";
import { actingUser } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { ownerAlertOf, type OwnerAlert } from "./owner-alert";
import { notifyOwners } from "./notify-staff.server";

/**
 * Tells the other owners of an entry of the audit log that hands out power, keys or data, and whoever it is about if
 * they work here; nobody of any other entry. In the transaction of the entry.
 */
export async function tellOwners(
  scope: Scope,
  entry: { action: AuditAction; entityId: string; data?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const told = ownerAlertOf(entry);
  if (!told) return;
  const by = actingUser(scope);
  const name = by && (await readPeople(scope, [by])).get(by)?.name;
  await notifyOwners(scope, { type: "security", by: name ?? "", ...told }, randomUUID(), {
    except: by,
    // Somebody who is no owner any more hears of it too.
    about: entry.action.startsWith("member.") ? entry.entityId : null,
  });
}

/** Tells the other owners what has happened to the account of one of them; each once for a `subjectId`. */
export async function tellOfAccount(
  scope: Scope,
  about: OwnerAlert,
  person: { userId: string; name: string },
  subjectId: string,
): Promise<void> {
  const notice = { type: "security", about, subject: person.name, by: "" } as const;
  await notifyOwners(scope, notice, subjectId, { except: person.userId, about: null });
}
