import { evaluateXPathToBoolean, evaluateXPathToNodes } from "fontoxpath";
import { parseXmlDocument, type Document, type Element, type Node } from "slimdom";
import { ciiNamespaces } from "../../app/domain/documents/cii";

// Evaluates the published rules of EN 16931 for CII, a Schematron file, by a second XML parser and an XPath engine.

interface Rule {
  contexts: string[];
  asserts: { id: string; test: string }[];
}

export interface Rules {
  /** Rules in order, by pattern: a node takes the first rule of a pattern that matches. */
  patterns: Rule[][];
}

const namespaces: Record<string, string> = { ...ciiNamespaces, xs: "http://www.w3.org/2001/XMLSchema" };
const options = { namespaceResolver: (prefix: string) => namespaces[prefix] ?? null };

/** Reads a Schematron file. */
export function readRules(text: string): Rules {
  const named = (parent: Element | Document, name: string) =>
    evaluateXPathToNodes<Element>(`descendant::*[local-name() = "${name}"]`, parent);
  return {
    patterns: named(parseXmlDocument(text), "pattern").map((pattern) =>
      named(pattern, "rule").map((rule) => ({
        contexts: parts(rule.getAttribute("context")!),
        asserts: named(rule, "assert").map((one) => ({ id: one.getAttribute("id")!, test: one.getAttribute("test")! })),
      })),
    ),
  };
}

/** Splits a pattern at each "|" outside of brackets. It matches anywhere, unless it begins with "/". */
function parts(context: string): string[] {
  let depth = 0;
  const found = [""];
  for (const character of context) {
    if ("[(".includes(character)) depth++;
    if ("])".includes(character)) depth--;
    if (character === "|" && depth === 0) found.push("");
    else found[found.length - 1] += character;
  }
  return found.map((part) => part.trim()).map((part) => (part.startsWith("/") ? part : `//${part}`));
}

/** Returns the ids of the rules that a file breaks, and how many were evaluated. */
export function brokenRules({ patterns }: Rules, xml: string): { broken: string[]; evaluated: number } {
  const document = parseXmlDocument(xml);
  const broken = new Set<string>();
  const known = new Map<string, boolean>();
  const holds = (test: string, node: Node): boolean => {
    if (!isAbsolute(test)) return isTrue(test, node);
    if (!known.has(test)) known.set(test, isTrue(test, node));
    return known.get(test)!;
  };
  let evaluated = 0;
  for (const rules of patterns) {
    const taken = new Set<Node>();
    for (const { contexts, asserts } of rules) {
      const nodes = contexts.flatMap((context) => evaluateXPathToNodes<Node>(context, document, null, null, options));
      for (const node of new Set(nodes)) {
        if (taken.has(node)) continue;
        taken.add(node);
        for (const { id, test } of asserts) {
          evaluated++;
          if (!holds(test, node)) broken.add(id);
        }
      }
    }
  }
  return { broken: [...broken].sort(), evaluated };
}

/**
 * Whether a test is the same for every node, because each of its paths begins at the root. Some search all lines, and
 * are asserted at each line.
 */
function isAbsolute(test: string): boolean {
  const outside = test.replace(/\[[^[\]]*\]/g, "");
  return outside.startsWith("/") || outside.startsWith("(/")
    ? !/(^|[\s(,|=])([\w-]+:|@|\.|\*|self|ancestor|parent)/.test(outside)
    : false;
}

/** A text that is not a number is an error of the expression, which breaks the rule. */
function isTrue(test: string, node: Node): boolean {
  try {
    return evaluateXPathToBoolean(test, node, null, null, options);
  } catch (error) {
    if (/FORG0001|XPTY0004/.test(String(error))) return false;
    throw error;
  }
}
