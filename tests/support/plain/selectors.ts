import { ancestors, descendants, type Element } from "./dom";
import { isChecked } from "./controls";

// The CSS selectors that tests use: elements, ids, classes, attributes, :checked and :not(), below or inside others.

interface Step {
  /** Direct child of the step before. */
  isChild: boolean;
  matches: (element: Element) => boolean;
}

const PART =
  /^(?:([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:([\^$*]?=)(?:"([^"]*)"|'([^']*)'|([^\]]*)))?\]|:(checked)|:not\(([^)]*)\))/;

const comparisons: Record<string, (own: string, wanted: string) => boolean> = {
  "=": (own, wanted) => own === wanted,
  "^=": (own, wanted) => own.startsWith(wanted),
  "$=": (own, wanted) => own.endsWith(wanted),
  "*=": (own, wanted) => own.includes(wanted),
};

/** Returns the elements below `scope` that match a selector. */
export function select(scope: Element, selector: string): Element[] {
  const chains = selector.split(/,(?![^[]*\])/).map((one) => stepsOf(one.trim()));
  return descendants(scope).filter((element) => chains.some((steps) => matchesAll(element, steps)));
}

function stepsOf(selector: string): Step[] {
  const steps: Step[] = [];
  let isChild = false;
  for (const word of selector.match(/(?:\[[^\]]*\]|:not\([^)]*\)|[^\s>])+|>/g) ?? []) {
    if (word === ">") isChild = true;
    else {
      steps.push({ isChild, matches: compound(word) });
      isChild = false;
    }
  }
  return steps;
}

function compound(word: string): Step["matches"] {
  const tests: Step["matches"][] = [];
  for (let rest = word; rest !== "";) {
    const match = PART.exec(rest);
    if (!match) throw new Error(`no selector of these tests: ${word}`);
    rest = rest.slice(match[0].length);
    const [, tag, id, name, attribute, compare, ...values] = match;
    const wanted = values.slice(0, 3).find((value) => value !== undefined) ?? "";
    const [, , , checked, inner] = values;
    if (tag) tests.push((element) => element.name === tag);
    if (id) tests.push(({ attributes }) => attributes["id"] === id);
    if (name) tests.push(({ attributes }) => (attributes["class"] ?? "").split(/\s+/).includes(name));
    if (attribute)
      tests.push(({ attributes }) => {
        const own = attributes[attribute.toLowerCase()];
        return own !== undefined && (!compare || comparisons[compare]!(own, wanted));
      });
    if (checked) tests.push(isChecked);
    if (inner) {
      const refused = compound(inner);
      tests.push((element) => !refused(element));
    }
  }
  return (element) => tests.every((test) => test(element));
}

function matchesAll(element: Element, steps: Step[]): boolean {
  const last = steps.at(-1);
  if (!last) return true;
  if (!last.matches(element)) return false;
  const before = steps.slice(0, -1);
  if (before.length === 0) return true;
  const above = last.isChild ? ancestors(element).slice(0, 1) : ancestors(element);
  return above.some((one) => matchesAll(one, before));
}
