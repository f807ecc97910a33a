import { beforeEach, expect, test } from "vitest";
import "./support/plain/matchers";
import { openPlain, type PlainPage } from "./support/plain/page";
import type { Site, SiteRequest, SiteResponse } from "./support/site";

// The browser without JavaScript of tests/http/plain does what a real one does, and refuses what a real one would.

let asked: { path: string; body: string }[] = [];
let pages: Record<string, string | { to: string }> = {};
let page: PlainPage;

const site: Site = {
  appUrl: "http://site.test",
  port: 0,
  log: () => "",
  stop: () => Promise.resolve(),
  request(path: string, { form, body }: SiteRequest = {}): Promise<SiteResponse> {
    asked.push({ path, body: form ? new URLSearchParams(form).toString() : String(body ?? "") });
    const found = pages[path.split("?")[0]!] ?? "";
    const [location, text] = typeof found === "string" ? [undefined, found] : [found.to, ""];
    const headers = location === undefined ? {} : { location };
    return Promise.resolve({ status: location ? 302 : 200, headers, text, bytes: Buffer.from(text) });
  },
};

async function show(html: string): Promise<void> {
  pages = { "/": html, "/next": "<main id='x'>Next</main>".replaceAll("'", '"'), "/go": { to: "/next?done=1#x" } };
  page = await openPlain(site, { language: "en" });
  await page.goto("/");
  asked = [];
}

beforeEach(() => show("<html><head><title>A &amp; B</title></head></html>"));

test("sends what a form contains: chosen boxes, lists, texts, its button, and controls elsewhere that name it", async () => {
  await show(`
    <form id="f" method="post" action="/go">
      <input type="hidden" name="id" value="7"/>
      <label for="t">Title</label><input id="t" name="title" value="Old"/>
      <textarea name="notes">
a &lt; b</textarea>
      <label><input type="checkbox" name="box" value="1" checked=""/>One</label>
      <label><input type="checkbox" name="box" value="2"/>Two</label>
      <input type="radio" name="way" value="x" checked=""/><input type="radio" name="way" value="y"/>
      <select name="list"><option value="a">A</option><option value="b" selected="">B</option></select>
      <select name="first"><option>  Plain
        text </option></select>
      <input name="off" value="no" disabled=""/>
      <fieldset disabled=""><input name="inside" value="no"/></fieldset>
      <button name="intent" value="save">Save</button><button name="intent" value="other">Other</button>
    </form>
    <input form="f" name="outside" value="yes"/>`);
  page.getByLabel("Title").fill("New");
  page.getByRole("checkbox", { name: "Two" }).check();
  page.locator("[name=way][value=y]").check();
  page.locator("[name=list]").selectOption({ label: "A" });
  await page.getByRole("button", { name: "Other" }).click();
  expect(asked.map(({ path }) => path)).toEqual(["/go", "/next?done=1"]);
  expect([...new URLSearchParams(asked[0]!.body)]).toEqual([
    ["id", "7"],
    ["title", "New"],
    ["notes", "a < b"],
    ["box", "1"],
    ["box", "2"],
    ["way", "y"],
    ["list", "a"],
    ["first", "Plain text"],
    ["intent", "other"],
    ["outside", "yes"],
  ]);
  expect(page).toHaveURL("/next?done=1#x");
});

test("Enter presses the first button; a form to read replaces the query; the history leads back", async () => {
  await show(`
    <form action="/next?old=1"><input type="search" name="q"/><button name="b" value="1">Go</button><button>No</button></form>
    <a href="/next">On</a>`);
  page.getByRole("searchbox").fill("ä b");
  await page.getByRole("searchbox").enter();
  expect(page).toHaveURL("/next?q=%C3%A4+b&b=1");
  await page.goBack();
  expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "On" }).click();
  expect(page).toHaveURL("/next");
});

test("refuses what a user cannot do, and forms that a browser would not send", async () => {
  await show(`
    <button hidden="">Hidden</button><button disabled="">Disabled</button><button type="button">Script</button>
    <div class="hidden"><a href="/">Styled away</a></div>
    <details><summary>More</summary><a href="/next">Inside</a></details>
    <form method="post"><input name="must" required=""/><button>Send</button></form>
    <input readonly="" name="fixed"/><p>Text</p><p>Text</p>`);
  const link = page.locator("a[href='/next']");
  await expect(async () => link.click()).rejects.toThrow("not visible");
  expect(page.getByRole("link", { name: "Inside" })).toHaveCount(0);
  await page.locator("summary").click();
  expect(page.getByRole("link", { name: "Inside" })).toBeVisible();
  for (const [name, reason] of [
    ["Hidden", "not visible"],
    ["Disabled", "disabled"],
    ["Script", "nothing to check"],
    ["Send", "must"],
  ] as const) {
    const button = page.locator("button").filter({ hasText: name });
    await expect(async () => button.click(), name).rejects.toThrow(reason);
  }
  await expect(async () => page.locator("div a").click()).rejects.toThrow("not visible");
  expect(() => page.locator("[name=fixed]").fill("x")).toThrow("no field to fill");
  expect(() => page.locator("p").textContent()).toThrow("2 instead of one");
  expect(() => page.locator("ul").textContent()).toThrow("0 instead of one");
});

test("finds elements by role and name, by text, and by what they contain", async () => {
  await show(`
    <nav aria-label="Main"><a href="/">Home</a></nav>
    <main><h1>All <span aria-hidden="true">x</span>leads</h1>
    <section aria-labelledby="s"><h2 id="s">Open</h2><p>3 of 4</p></section>
    <table><caption>List</caption><tbody><tr><th scope="row">Alpha</th><td><a href="/" aria-label="Edit: Alpha">E</a></td></tr>
    <tr><td>Beta</td></tr></tbody></table>
    <fieldset><legend>Way</legend><label>Name <input name="n" value="v" aria-invalid="true"/></label></fieldset></main>`);
  expect(page.getByRole("heading", { level: 1, name: "all leads" })).toHaveText("All xleads");
  expect(page.getByRole("region", { name: "Open" }).getByText("3 of")).toHaveText("3 of 4");
  expect(page.getByRole("table", { name: "List" }).getByRole("row")).toHaveCount(2);
  expect(page.getByRole("row").filter({ hasText: "alpha" }).getByRole("link", { name: /^Edit/ })).toHaveCount(1);
  expect(page.getByRole("row").filter({ has: page.getByRole("rowheader") })).toContainText("Alpha");
  expect(page.getByRole("group", { name: "Way" }).getByLabel("Name", { exact: true })).toHaveValue("v");
  expect(page.locator("tbody > tr:not(.group) > th, nav a[href^='/']")).toHaveText(["Home", "Alpha"]);
  expect(page.getByRole("link", { name: "home", exact: true })).toHaveCount(0);
  expect(page.locator("[name=n]")).not.toHaveAttribute("aria-invalid", "false");
});

test("assertions fail when they should", async () => {
  await show(`<p>One</p><input type="checkbox"/><input type="text" autofocus=""/><input type="hidden" name="h"/>`);
  const text = page.locator("p");
  const box = page.getByRole("checkbox");
  const failing: [string, () => void][] = [
    ["count", () => expect(text).toHaveCount(2)],
    ["part", () => expect(text).toContainText("Two")],
    ["whole", () => expect(text).toHaveText("On")],
    ["url", () => expect(page).toHaveURL("/other")],
    ["visible", () => expect(page.locator("[name=h]")).toBeVisible()],
    ["nothing", () => expect(page.locator("ul")).toBeVisible()],
    ["nothing without", () => expect(page.locator("ul")).not.toContainText("x")],
    ["checked", () => expect(box).toBeChecked()],
    ["focus", () => expect(box).toBeFocused()],
    ["value", () => expect(page.getByRole("textbox")).toHaveValue("x")],
    ["attribute", () => expect(text).toHaveAttribute("class")],
    ["read-only", () => expect(page.getByRole("textbox")).not.toBeEditable()],
  ];
  expect(failing.filter(([, run]) => !fails(run)).map(([name]) => name)).toEqual([]);
  expect(page.getByRole("textbox")).toBeFocused();
});

function fails(run: () => void): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}
