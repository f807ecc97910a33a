import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts, type FormValues } from "../shared/edit-conflict.server";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { actingUser, requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { keyFor, MAX_OPTIONS, MAX_OWN_FIELDS, optionKeyFor, type OwnField, type OwnOption } from "./own-field";
import { optionName, type EditedOwnField, type NewOwnField } from "./own-field.schema";
import { readOwnField, readOwnFields } from "./read-own-fields.server";

/**
 * Adds a field to leads or deals and returns its id. The key follows from the label; no other field has it, not even a
 * deleted one.
 * Throws `own_field_limit`, `own_label_taken` (field label), `forbidden` for all but owners.
 */
export async function addOwnField(scope: Scope, input: NewOwnField): Promise<string> {
  requireOwner(scope);
  // The lock keeps concurrent requests from counting the same fields.
  await lockOrganization(scope);
  const { entity, kind, label, audience, purpose } = input;
  const fields = await readOwnFields(scope, entity);
  if (fields.length >= MAX_OWN_FIELDS) throw new DomainError("own_field_limit", { max: MAX_OWN_FIELDS });
  refuseTaken(fields, label);
  const keys = await scope.db.ownField.findMany({ select: { key: true, position: true } });
  const key = keyFor(label, new Set(keys.map((row) => row.key)));
  const id = timeOrderedId();
  await scope.db.ownField.createMany({
    data: {
      id,
      entity,
      key,
      label,
      kind,
      options: kind === "choice" ? newOptions(input.choices, []).map(storedOption) : [],
      currency: kind === "amount" ? input.currency : null,
      required: input.is_required,
      audience,
      purpose,
      position: Math.max(0, ...keys.map(({ position }) => position)) + 1,
      createdBy: actingUser(scope),
      createdAt: scope.now,
    },
  });
  const data = { entity, key, label, kind, required: input.is_required, audience, purpose };
  await recordAudit(scope, { action: "field.add", entity: "own_field", entityId: id, data });
  return id;
}

/** Two fields of one name could not be told apart in forms and files. */
function refuseTaken(fields: readonly OwnField[], label: string): void {
  const plain = label.toLowerCase();
  if (fields.some((field) => field.label.toLowerCase() === plain))
    throw new DomainError("own_label_taken", {}, "label");
}

function newOptions(labels: readonly string[], existing: readonly OwnOption[]): OwnOption[] {
  const taken = new Set(existing.map(({ key }) => key));
  return labels.map((label) => {
    const key = optionKeyFor(label, taken);
    taken.add(key);
    return { key, label, removed: false };
  });
}

const storedOption = ({ key, label, removed }: OwnOption) => ({ key, label, removed });

/** Returns the values of a field that its form shows. */
export const ownFieldValues = ({ label, isRequired, purpose, options }: OwnField): FormValues => ({
  label,
  is_required: isRequired ? "yes" : null,
  purpose,
  ...Object.fromEntries(options.map((option) => [optionName(option.key), option.removed ? null : option.label])),
});

/** Returns the `version` of a form that is filled with this field. */
export const ownFieldVersion = (field: OwnField): string => fingerprint(ownFieldValues(field));

/**
 * Changes label, purpose, whether a field is required, and its choices. Removed choices keep their label, because
 * stored values have them; a removed choice that gets a label again can be chosen again. Returns whether anything
 * changed.
 * Throws `not_found`, `changed_meanwhile`, `own_label_taken` (field label), `own_choices_required` (field choices),
 * `own_choices_twice` (field choices), `own_choices_limit`, `forbidden` for all but owners.
 */
export async function editOwnField(scope: Scope, input: EditedOwnField): Promise<boolean> {
  requireOwner(scope);
  await lockOrganization(scope);
  const field = await readOwnField(scope, input.id);
  if (!field || field.isDeleted) throw new DomainError("not_found");
  const options = field.kind === "choice" ? editedOptions(field, input) : [];
  const wanted: OwnField = {
    ...field,
    label: input.label,
    isRequired: input.isRequired,
    purpose: input.purpose,
    options,
  };
  const [before, after] = [ownFieldValues(field), ownFieldValues(wanted)];
  rejectConflicts(input.version, before, after);
  refuseTaken(
    (await readOwnFields(scope, field.entity)).filter(({ id }) => id !== field.id),
    input.label,
  );
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return false;
  await scope.db.ownField.updateMany({
    where: { id: field.id },
    data: {
      label: wanted.label,
      required: wanted.isRequired,
      purpose: wanted.purpose,
      options: options.map(storedOption),
    },
  });
  const isOption = (name: string) => name.startsWith("option_");
  const data = Object.fromEntries(
    names
      .filter((name) => !isOption(name))
      .flatMap((name) => [
        [`${name}_before`, (before[name] ?? null) as string | null],
        [`${name}_after`, (after[name] ?? null) as string | null],
      ]),
  );
  const choices = names.filter(isOption).map((name) => (after[name] as string | null) ?? `– ${before[name] as string}`);
  await recordAudit(scope, {
    action: "field.edit",
    entity: "own_field",
    entityId: field.id,
    data: { key: field.key, label: wanted.label, ...data, ...(choices.length > 0 && { choices: choices.join(", ") }) },
  });
  return true;
}

function editedOptions({ options }: OwnField, { labels, added }: EditedOwnField): OwnOption[] {
  const kept = options.map((option): OwnOption => {
    const label = labels[option.key] ?? "";
    return label === "" ? { ...option, removed: true } : { ...option, label, removed: false };
  });
  const all = [...kept, ...newOptions(added, kept)];
  const shown = all.filter(({ removed }) => !removed).map(({ label }) => label.toLowerCase());
  if (shown.length === 0) throw new DomainError("own_choices_required", {}, "choices");
  if (new Set(shown).size < shown.length) throw new DomainError("own_choices_twice", {}, "choices");
  if (all.length > MAX_OPTIONS) throw new DomainError("own_choices_limit", { max: MAX_OPTIONS }, "choices");
  return all;
}

/**
 * Moves a field one place up or down among those of its record. At the end of the list nothing happens.
 * Throws `not_found`, `forbidden` for all but owners.
 */
export async function moveOwnField(scope: Scope, id: string, direction: "up" | "down"): Promise<string> {
  requireOwner(scope);
  await lockOrganization(scope);
  const field = await readOwnField(scope, id);
  if (!field || field.isDeleted) throw new DomainError("not_found");
  const ids = (await readOwnFields(scope, field.entity)).map((one) => one.id);
  const at = ids.indexOf(id);
  const to = direction === "up" ? at - 1 : at + 1;
  if (to < 0 || to >= ids.length) return field.label;
  [ids[at], ids[to]] = [ids[to]!, ids[at]!];
  for (const [position, one] of ids.entries())
    await scope.db.ownField.updateMany({ where: { id: one }, data: { position: position + 1 } });
  await recordAudit(scope, {
    action: "field.move",
    entity: "own_field",
    entityId: id,
    data: { key: field.key, label: field.label, position: to + 1 },
  });
  return field.label;
}
