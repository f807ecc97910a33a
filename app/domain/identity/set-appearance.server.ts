import type { IdentityScope } from "../shared/scope";
import type { Appearance } from "./appearance";

/** Stores how a user wants the staff screens (WORK-01, WORK-09). Choices that are not given stay. */
export async function setAppearance(scope: IdentityScope, userId: string, choices: Partial<Appearance>): Promise<void> {
  await scope.db.user.updateMany({ where: { id: userId }, data: choices });
}
