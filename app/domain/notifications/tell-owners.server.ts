import { randomUUID } from "node:crypto";
import { readPeople } from "../identity/read-people.server";
import { actingUser } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { ownerAlertOf, type OwnerAlert } from "./owner-alert";
import { notifyOwners } from "./notify-staff.server";

/**
 * Notifies the other owners of an audit entry that grants permissions, keys or data, and the user it is about if they
 * work here. Does nothing for other entries. Runs in the transaction of the entry.
 */
export async function notifyOwnersOf(
  scope: Scope,
  entry: { action: AuditAction; entityId: string; data?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const told = ownerAlertOf(entry);
  if (!told) return;
  const by = actingUser(scope);
  const name = by && (await readPeople(scope, [by])).get(by)?.name;
  await notifyOwners(scope, { type: "security", by: name ?? "", ...told }, randomUUID(), {
    except: by,
    // A former owner is notified too.
    about: entry.action.startsWith("member.") ? entry.entityId : null,
  });
}

/** Notifies the other owners of an event in the account of one of them, once per `subjectId`. */
export async function notifyOfAccount(
  scope: Scope,
  about: OwnerAlert,
  person: { userId: string; name: string },
  subjectId: string,
): Promise<void> {
  const notice = { type: "security", about, subject: person.name, by: "" } as const;
  await notifyOwners(scope, notice, subjectId, { except: person.userId, about: null });
}
