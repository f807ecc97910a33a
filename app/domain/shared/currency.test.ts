import { describe, expect, test } from "vitest";
import { commonCurrencies, knownNames, readCurrency, settledCurrency, sharedBy } from "./currency";

describe("[LEAD-06] symbols and names are read as the currency they mean", () => {
  test.each([
    ["€", "EUR"],
    [" Euro ", "EUR"],
    ["Euros", "EUR"],
    ["eur", "EUR"],
    ["£", "GBP"],
    ["Pfund", "GBP"],
    ["Pound sterling", "GBP"],
    ["livre sterling", "GBP"],
    ["libras esterlinas", "GBP"],
    ["Fr.", "CHF"],
    ["SFr.", "CHF"],
    ["Schweizer Franken", "CHF"],
    ["francs suisses", "CHF"],
    ["US-Dollar", "USD"],
    ["US$", "USD"],
    ["US $", "USD"],
    ["dólares estadounidenses", "USD"],
    ["zł", "PLN"],
    ["Złoty", "PLN"],
    ["Kč", "CZK"],
    ["yen", "JPY"],
    ["", "EUR"],
    [" ", "EUR"],
    ["Punkte", "PUNKTE"],
    ["XYZ", "XYZ"],
  ])("%j is %s", (text, code) => expect(readCurrency(text)).toBe(code));

  test("every name is read, also in capitals, and a code stays itself", () => {
    for (const [name, code] of knownNames) {
      expect(readCurrency(name.toUpperCase())).toBe(code);
      expect(readCurrency(code)).toBe(code);
      expect(sharedBy(name)).toBeNull();
    }
    for (const code of commonCurrencies) expect(readCurrency(code)).toBe(code);
  });

  test("a name that several currencies share is settled by the organisation's own, or not at all", () => {
    expect(settledCurrency(readCurrency("$"), "USD")).toBe("USD");
    expect(settledCurrency(readCurrency("$"), "CAD")).toBe("CAD");
    expect(settledCurrency(readCurrency("$"), "EUR")).toBeNull();
    expect(settledCurrency(readCurrency("kr."), "SEK")).toBe("SEK");
    expect(settledCurrency(readCurrency("Kronen"), "CZK")).toBe("CZK");
    expect(settledCurrency(readCurrency("kr"), "CZK")).toBeNull();
    expect(settledCurrency(readCurrency("€"), "USD")).toBe("EUR");
    expect(settledCurrency(readCurrency("Punkte"), "USD")).toBe("PUNKTE");
  });
});
