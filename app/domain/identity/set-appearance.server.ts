import type { TableName } from "../shared/lists";
import type { IdentityScope } from "../shared/scope";
import type { Appearance } from "./appearance";

/** Stores how a user wants the staff screens (WORK-01, WORK-09). Choices that are not given stay. */
export async function setAppearance(
  scope: IdentityScope,
  userId: string,
  choices: Partial<Omit<Appearance, "columns">>,
): Promise<void> {
  await scope.db.user.updateMany({ where: { id: userId }, data: choices });
}

/** Stores a user's choice of the columns of a table (WORK-12), as `columnChoice` returns it; "" for the usual ones. */
export async function setColumns(
  scope: IdentityScope,
  userId: string,
  table: TableName,
  choice: string,
): Promise<void> {
  const chosen = JSON.stringify(choice === "" ? {} : { [table]: choice });
  await scope.db.$executeRaw`
    update app_user set list_columns = (list_columns - ${table}::text) || ${chosen}::jsonb
    where id = ${userId}::uuid`;
}
