const CONDITION = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;
/** One element, without ancestors, within a group that meets a condition. */
const WITHIN_GROUP = new RegExp(
  String.raw`(?<=^|[{},;/]\s*)([^{},;\s>+~]+):is\((:where\(\.group[^)]*\)${CONDITION}) \*\)`,
  "g",
);

/**
 * Writes the group in front of the element: `.a:is(:where(.group):hover *)` becomes `:where(.group):hover .a`, which
 * means the same and has the same specificity. Tailwind's own form ends with "any element", so whenever an element
 * changes that some `:has()` looks at, browsers compute the styles of the whole page again.
 * @param css as Tailwind writes it
 */
export const liftGroups = (css: string): string => css.replace(WITHIN_GROUP, "$2 $1");
