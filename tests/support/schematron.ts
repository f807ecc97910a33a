import fs from "node:fs";
import { evaluateXPathToBoolean, evaluateXPathToNodes } from "fontoxpath";
import { parseXmlDocument, type Document, type Element, type Node } from "slimdom";

interface Rule {
  context: string;
  asserts: { id: string; test: string }[];
}

/** Returns a function that names the rules of a Schematron file (XPath 2) that an XML document breaks. */
export function readSchematron(file: string): (xml: string) => string[] {
  const schema = parseXmlDocument(fs.readFileSync(file, "utf8")).documentElement!;
  const children = (of: Element, name: string) => of.children.filter(({ localName }) => localName === name);
  const prefixes = new Map(
    children(schema, "ns").map((ns) => [ns.getAttribute("prefix")!, ns.getAttribute("uri")!] as const),
  );
  const patterns = children(schema, "pattern").map((pattern) =>
    children(pattern, "rule").map((rule): Rule => ({
      context: rule
        .getAttribute("context")!
        .split("|")
        .map((path) => path.trim())
        .map((path) => (path.startsWith("/") ? path : `//${path}`))
        .join(" | "),
      asserts: children(rule, "assert").map((one) => ({
        id: one.getAttribute("id")!,
        test: one.getAttribute("test")!,
      })),
    })),
  );
  const options = { namespaceResolver: (prefix: string) => prefixes.get(prefix) ?? null };
  return (xml) => {
    const document: Document = parseXmlDocument(xml);
    const broken = new Set<string>();
    for (const rules of patterns) {
      // A node takes the first rule of a pattern that matches it.
      const taken = new Set<unknown>();
      for (const { context, asserts } of rules) {
        for (const node of evaluateXPathToNodes<Node>(context, document, null, {}, options)) {
          if (taken.has(node)) continue;
          taken.add(node);
          for (const { id, test } of asserts)
            if (!evaluateXPathToBoolean(test, node, null, {}, options)) broken.add(id);
        }
      }
    }
    return [...broken];
  };
}
