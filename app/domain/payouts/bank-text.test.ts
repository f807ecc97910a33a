import fc from "fast-check";
import { expect, it } from "vitest";
import { moreThanLinear } from "../../../tests/support/processor-time";
import { bankText, isBankId, isBankName, isBankText } from "./bank-text";

it.each([
  ["Jana Nordlicht", "Jana Nordlicht"],
  ["Žofie Müller & Söhne", "Zofie Mueller + Soehne"],
  ["Äpfel ÄPFEL Ä", "Aepfel AEPFEL Ae"],
  ["MÜ GmbH, STRAẞE, Straße", "MUE GmbH, STRASSE, Strasse"],
  ["Mu\u0308ller", "Mueller"],
  ["Renée Noël Ça va", "Renee Noel Ca va"],
  ["Łódź Wąż Gęś", "Lodz Waz Ges"],
  ["Ångström Ærø Øster Þór Ðúra", "Angstroem Aero Oster Thor Dura"],
  ["İstanbul Kırım Şiş Çağ", "Istanbul Kirim Sis Cag"],
  ["Παπαδόπουλος Ελένη ΟΥΖΟ", "Papadopoulos Eleni OUZO"],
  ["Христо Щерев ЖИВКО", "Hristo Shterev ZHIVKO"],
  ["Љиљана Ђорђевић", "Ljiljana Djordjevic"],
  ["Їжак Є", "Yizhak Ye"],
  ["ﬁn ½ Ａ１ ǆ", "fin 1/2 A1 dz"],
  ["“Quote” ‘it’ – dash_x", "'Quote' 'it' - dash-x"],
  ["a@b.example 5 € #1 100%", "a.b.example 5 EUR .1 100."],
  ["🦊 fox\u0000\n\tline", "fox line"],
  ["王小明", "..."],
  ["∬a∬b∬ ∬c ∬", "a b c"],
  ["/a//b/ ", "a/b"],
  ["<a href='x'>&amp;", ".a href.'x'.+amp,"],
])("[PAY-11] writes %j as %j", (text, expected) => {
  expect(bankText(text, 70)).toBe(expected);
});

it("[PAY-11] leaves out a replacement that does not fit, and what follows it", () => {
  expect(bankText("abß", 3)).toBe("ab");
  expect(bankText("abß", 4)).toBe("abss");
  expect(bankText("abßc", 3)).toBe("ab");
  expect(bankText("ab cd", 3)).toBe("ab");
  expect(bankText("ab/cd", 3)).toBe("ab");
  expect(bankText("ab", 0)).toBe("");
});

it("[PAY-11] writes any text with the base set, within the limit, the same when written again", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200, size: "max" }),
      fc.integer({ min: 0, max: 140 }),
      (text, max) => {
        const written = bankText(text, max);
        expect(written.length).toBeLessThanOrEqual(max);
        expect(isBankText(written)).toBe(true);
        expect(bankText(written, max)).toBe(written);
        expect(written).not.toMatch(/^[ /]|[ /]$|\/\/| {2}/);
      },
    ),
    { numRuns: 500 },
  );
});

it("[PAY-11] takes time in proportion to the text, also if accents are piled up or nothing can be written", async () => {
  for (const part of ["\u0301", " ", "/", "ß "]) {
    const text = (length: number) => `a${part.repeat(length / part.length)}`;
    expect(bankText(text(400_000), 70).length).toBeLessThanOrEqual(70);
    const write = (hostile: string) => bankText(hostile, 70);
    expect(await moreThanLinear(text, write, { lengths: [50_000, 400_000] }), part).toBeNull();
  }
});

it("[PAY-11] knows the ids and names that banks accept", () => {
  for (const id of ["P-2026-0001", "A", "a/b", "x".repeat(35)]) expect(isBankId(id)).toBe(true);
  for (const id of ["", "x".repeat(36), "/a", "a/", "a//b", " a", "a ", "a_b", "ä", "a\n", "a\nb"])
    expect(isBankId(id), id).toBe(false);
  expect(["A", "1."].every(isBankName)).toBe(true);
  expect(["", "...", "+", "Ä"].some(isBankName)).toBe(false);
});
