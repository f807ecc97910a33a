// The only script of the public pages. Everything works without it; it is sent to the browser as it stands here.

const root = document.documentElement;

/**
 * Sends a form and reloads the page at the same scroll position; a normal response would start at the top.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} fields
 */
async function sendInPlace(form, fields) {
  await fetch(form.action, { method: "POST", body: fields, redirect: "manual" });
  const to = fields.get("redirect_to");
  if (!to || to === location.pathname + location.search) location.reload();
  else location.replace(to);
}

// Language and appearance.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
  if (!["language", "theme"].includes(submitter.name)) return;
  event.preventDefault();
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  sendInPlace(form, fields).catch(() => form.submit());
});

// The language this browser saw last, for when its cookie got lost.
try {
  const cached = localStorage.getItem("lng");
  const hasCookie = /(^|; )lng=/.test(document.cookie);
  const button = [...document.querySelectorAll("button[name=language]")].find(
    (one) => one instanceof HTMLButtonElement && one.value === cached,
  );
  const named = new URLSearchParams(location.search).has("lang");
  if (button instanceof HTMLButtonElement && cached !== root.lang && !hasCookie && !named) button.click();
  else if (!named) localStorage.setItem("lng", root.lang);
} catch {
  // The browser may deny storage.
}

// A part of the page that is asked for again after a while, when a form of the page has been sent once more; a few
// times, until it says something else.
for (const part of document.querySelectorAll("[data-ask-again]")) {
  const { askAgain = "", seconds, times } = part instanceof HTMLElement ? part.dataset : {};
  const said = part.textContent;
  const ask = async () => {
    const form = document.querySelector("form[data-check]");
    if (form instanceof HTMLFormElement) {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
      // Nobody has asked for it, so no message says that it was done.
      body.set("answer", "toast");
      await fetch(form.action, { method: "POST", body, redirect: "manual" });
    }
    const answer = await fetch(askAgain);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const text = fresh.querySelector("[data-ask-again]")?.textContent;
    if (text) part.textContent = text;
  };
  let left = Number(times);
  const later = () => {
    setTimeout(
      async () => {
        // Without a connection the next time may have one.
        await ask().catch(() => {});
        left--;
        if (left > 0 && part.textContent === said) later();
      },
      Number(seconds) * 1000,
    );
  };
  later();
}
