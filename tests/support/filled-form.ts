import { JSDOM } from "jsdom";

const { DOMParser, FormData } = new JSDOM("").window;

/**
 * Returns the path and the fields that a browser without JavaScript posts when a user presses a button.
 * @param button the text on the button
 * @param entries the entered values by field label
 * @throws if the page has no such button or field, or if the form is not posted
 */
export function filledForm(
  page: string,
  button: string,
  entries: Record<string, string> = {},
): { path: string; form: Record<string, string> } {
  const document = new DOMParser().parseFromString(page, "text/html");
  const says = (words: string) => (element: Element) => element.textContent?.replace(/\s+/g, " ").trim() === words;
  const submitter = [...document.querySelectorAll("button")].filter(({ form }) => form).find(says(button));
  const form = submitter?.form;
  if (!form) throw new Error(`the page has no form with the button "${button}"`);
  if (form.getAttribute("method") !== "post") throw new Error(`the form of "${button}" is not posted`);
  for (const [label, value] of Object.entries(entries)) {
    const control = [...form.querySelectorAll("label")].find(says(label))?.control;
    if (!control) throw new Error(`the form of "${button}" has no field "${label}"`);
    (control as HTMLInputElement).value = value;
  }
  const sent = new FormData(form, submitter).entries() as Iterable<[string, string]>;
  return { path: form.getAttribute("action") ?? "", form: Object.fromEntries(sent) };
}
