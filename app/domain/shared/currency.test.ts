import { describe, expect, test } from "vitest";
import {
  commonCurrencies,
  knownNames,
  MAX_CURRENCY_LENGTH,
  readCurrency,
  resolveSharedSymbol,
  sharedBy,
} from "./currency";

describe("[LEAD-06] symbols and names are read as a currency", () => {
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
    ["francos suizos", "CHF"],
    ["C$", "CAD"],
    ["dólares canadienses", "CAD"],
    ["A$", "AUD"],
    ["dollars australiens", "AUD"],
    ["NZ$", "NZD"],
    ["S$", "SGD"],
    ["HK$", "HKD"],
    ["schwedische Kronen", "SEK"],
    ["couronnes suédoises", "SEK"],
    ["norwegische Kronen", "NOK"],
    ["coronas noruegas", "NOK"],
    ["dänische Kronen", "DKK"],
    ["coronas danesas", "DKK"],
    ["tschechische Kronen", "CZK"],
    ["coronas checas", "CZK"],
    ["Forint", "HUF"],
    ["₹", "INR"],
    ["₺", "TRY"],
    ["₪", "ILS"],
    ["₴", "UAH"],
    ["Punkte", "PUNKTE"],
    ["XYZ", "XYZ"],
  ])("%j as %s", (text, code) => expect(readCurrency(text)).toBe(code));

  test("every name in any case, and a code as itself", () => {
    for (const [name, code] of knownNames) {
      expect(readCurrency(name.toUpperCase())).toBe(code);
      expect(readCurrency(code)).toBe(code);
      expect(sharedBy(name)).toBeNull();
    }
    for (const code of commonCurrencies) expect(readCurrency(code)).toBe(code);
  });

  test("an ambiguous name as the organization's default currency, if that has the name", () => {
    expect(resolveSharedSymbol(readCurrency("$"), "USD")).toBe("USD");
    expect(resolveSharedSymbol(readCurrency("$"), "CAD")).toBe("CAD");
    expect(resolveSharedSymbol(readCurrency("$"), "EUR")).toBeNull();
    expect(resolveSharedSymbol(readCurrency("kr."), "SEK")).toBe("SEK");
    expect(resolveSharedSymbol(readCurrency("Kronen"), "CZK")).toBe("CZK");
    expect(resolveSharedSymbol(readCurrency("kr"), "CZK")).toBeNull();
    expect(resolveSharedSymbol(readCurrency("€"), "USD")).toBe("EUR");
    expect(resolveSharedSymbol(readCurrency("Punkte"), "USD")).toBe("PUNKTE");
  });

  test.each([
    [
      ["$", "Dollar", "dólares"],
      ["USD", "CAD", "AUD", "NZD", "SGD", "HKD"],
    ],
    [
      ["kr", "Kroner"],
      ["SEK", "NOK", "DKK", "ISK"],
    ],
    [
      ["Kronen", "couronnes", "coronas"],
      ["SEK", "NOK", "DKK", "ISK", "CZK"],
    ],
    [
      ["Franc", "francos"],
      ["CHF", "XAF", "XOF"],
    ],
    [["¥"], ["JPY", "CNY"]],
    [
      ["Peso", "pesos"],
      ["MXN", "ARS", "CLP", "COP"],
    ],
  ])("%j as one of %j", (names, codes) => {
    for (const name of names) {
      expect(sharedBy(name), name).toEqual(codes);
      for (const home of codes) expect(resolveSharedSymbol(readCurrency(name), home), name).toBe(home);
    }
  });

  test("up to the length of the longest name", () => {
    expect(MAX_CURRENCY_LENGTH).toBe(12);
    const longest = Math.max(...[...knownNames.keys()].map((name) => name.length));
    expect(longest).toBeLessThanOrEqual(40);
    expect(readCurrency(`€${" ".repeat(39)}x`)).toBe("EUR");
    expect(readCurrency(`€${" ".repeat(38)}x`)).not.toBe("EUR");
  });
});
