import { z } from "zod";
import { boundedText, recordId, requiredText } from "../shared/fields";
import { listNames, MAX_VIEW_QUERY, viewQuery, type ListName } from "../shared/lists";

/** A saved view of a list, as the members who see it get it. */
export interface SavedView {
  id: string;
  list: ListName;
  name: string;
  /** Query of the list's address, as `viewQuery` returns it. */
  query: string;
  /** Whether all members see it. */
  shared: boolean;
  /** Whether the acting member has saved it. */
  own: boolean;
  /** Whether the list opens with it for the acting member. */
  isDefault: boolean;
}

/** Limit for the views that one member saves in an organization. */
export const MAX_VIEWS = 100;

/** Not `name`, which forms beside the menu use. */
const view_name = requiredText("view_name_required", 60);
const shared = z
  .enum(["on"])
  .optional()
  .transform((value) => value === "on");
const query = boundedText(4_000);
const list = z.enum(listNames);

const stored = <T extends { list: ListName; query: string }>(input: T, ctx: z.RefinementCtx): T => {
  const kept = viewQuery(input.list, input.query);
  if (kept.length > MAX_VIEW_QUERY) ctx.addIssue({ code: "custom", message: "view_too_long" });
  return { ...input, query: kept };
};

export const saveViewSchema = z
  .object({ list, view_name, shared, query })
  .transform(stored)
  .transform(({ view_name: name, ...input }) => ({ ...input, name }));
export const editViewSchema = z
  .object({ view: recordId, view_name, shared })
  .transform(({ view_name: name, ...input }) => ({ ...input, name }));
export const updateViewSchema = z.object({ view: recordId, list, query }).transform(stored);
export const deleteViewSchema = z.object({ view: recordId });
export const defaultViewSchema = z.object({ view: recordId, is_default: z.enum(["on", "off"]) });
