import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { agreementVersions } from "~/domain/payouts/agreement";
import { agreementText } from "./agreement-texts.server";
import { languages } from "./languages";

// People have accepted these texts. A change needs a new version, not a new hash.
const released: Record<string, string> = {
  "1 en": "7255cbac33fd6694",
  "1 de": "20e3667cda06ce09",
  "1 fr": "07f3494126e96644",
  "1 es": "0dab59ac6c5700c4",
};

const hashOf = (text: unknown) => createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 16);

it("[PAY-04] no released version of the agreement is edited", () => {
  const found = agreementVersions.flatMap((version) =>
    languages.map((language) => [`${version} ${language}`, hashOf(agreementText(language, version, "{{payer}}"))]),
  );
  expect(Object.fromEntries(found)).toEqual(released);
});

it.each(languages)("[PAY-04] the agreement in %s names the payer, the law, and every right", (language) => {
  const text = agreementText(language, 1, "Agency $& GmbH");
  const all = [text.intro, ...text.points.map((point) => point.text)].join("\n");
  expect(all).not.toContain("{{");
  expect(text.intro).toContain("Agency $& GmbH");
  expect(text.points).toHaveLength(6);
  for (const named of ["UStG", "14c", "ZUGFeRD"]) expect(all).toContain(named);
});
