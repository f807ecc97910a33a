import { ancestors, byId, descendants, rootOf, textContent, type Element } from "./dom";

// Form controls: what they contain, and what a form sends.

const TEXT_TYPES = new Set(["text", "email", "url", "tel", "search", "password", "number", "date", "time"]);

export const typeOf = ({ name, attributes }: Element): string =>
  name === "input" ? (attributes["type"] ?? "text") : name === "button" ? (attributes["type"] ?? "submit") : name;

export const isTextField = (element: Element): boolean =>
  element.name === "textarea" || (element.name === "input" && TEXT_TYPES.has(typeOf(element)));

export const optionsOf = (select: Element): Element[] => descendants(select).filter(({ name }) => name === "option");

export const valueOfOption = (option: Element): string =>
  option.attributes["value"] ?? textContent(option).trim().replace(/\s+/g, " ");

export function selectedOption(select: Element): Element | undefined {
  const options = optionsOf(select);
  return (
    options.find(({ selected }) => selected) ??
    options.find(({ selected, attributes }) => selected === undefined && "selected" in attributes) ??
    options.find(({ attributes }) => !("disabled" in attributes))
  );
}

export function valueOf(control: Element): string {
  if (control.name === "select") return valueOfOption(selectedOption(control)!);
  if (control.value !== undefined) return control.value;
  if (control.name === "textarea") return textContent(control).replace(/^\n/, "");
  const isBox = ["checkbox", "radio"].includes(typeOf(control));
  return control.attributes["value"] ?? (isBox ? "on" : "");
}

/** Returns whether a box is checked, or an option selected. */
export function isChecked(element: Element): boolean {
  if (element.name === "option") {
    const select = ancestors(element).find(({ name }) => name === "select");
    return select !== undefined && selectedOption(select) === element;
  }
  return element.checked ?? "checked" in element.attributes;
}

export const isDisabled = (control: Element): boolean =>
  "disabled" in control.attributes ||
  ancestors(control).some(({ name, attributes }) => name === "fieldset" && "disabled" in attributes);

/** Returns the form that a control belongs to. */
export function formOf(control: Element): Element | undefined {
  const id = control.attributes["form"];
  const form = id === undefined ? undefined : byId(control, id);
  if (id !== undefined) return form?.name === "form" ? form : undefined;
  return ancestors(control).find(({ name }) => name === "form");
}

export const controlsOf = (form: Element): Element[] =>
  descendants(rootOf(form)).filter(
    (one) => ["input", "select", "textarea", "button"].includes(one.name) && formOf(one) === form,
  );

export const isSubmit = (element: Element): boolean =>
  ["button", "input"].includes(element.name) && typeOf(element) === "submit";

/** Returns the names and values that a form sends when a button is pressed. */
export function entriesOf(form: Element, submitter: Element | undefined): [name: string, value: string][] {
  const entries: [string, string][] = [];
  for (const control of controlsOf(form)) {
    const name = control.attributes["name"];
    const type = typeOf(control);
    if (!name || isDisabled(control) || type === "file") continue;
    if (["submit", "button", "reset"].includes(type) ? control !== submitter : false) continue;
    if (["checkbox", "radio"].includes(type) && !isChecked(control)) continue;
    entries.push([name, valueOf(control)]);
  }
  return entries;
}

/** Returns why a browser would not send a form, or undefined. */
export function reasonNotToSend(form: Element, submitter: Element | undefined): string | undefined {
  if ("novalidate" in form.attributes || (submitter && "formnovalidate" in submitter.attributes)) return undefined;
  const bad = controlsOf(form).find((control) => {
    if (isDisabled(control) || "readonly" in control.attributes) return false;
    const type = typeOf(control);
    if (type === "hidden" || ["button", "submit"].includes(type)) return false;
    const isEmpty = ["checkbox", "radio"].includes(type) ? !isChecked(control) : valueOf(control) === "";
    if ("required" in control.attributes && isEmpty) return true;
    return !isEmpty && type === "email" && !/^\S+@\S+$/.test(valueOf(control));
  });
  return bad && `the browser would ask to correct "${bad.attributes["name"]}"`;
}
