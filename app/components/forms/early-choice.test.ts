import { describe, expect, it } from "vitest";
import { earlyChoice } from "./early-choice";

/** A select of two options, of which the server's page has marked one, or none. */
const select = (marked: string | null, selected: string) => ({
  value: selected,
  options: ["", "lost"].map((value) => ({
    selected: value === selected,
    defaultSelected: value === marked,
  })),
});

describe("earlyChoice", () => {
  it("is what differs from the page of the server", () => {
    expect(earlyChoice(select("", "lost"))).toBe("lost");
    expect(earlyChoice(select("lost", ""))).toBe("");
  });

  it("is nothing where the page still shows what the server has marked", () => {
    expect(earlyChoice(select("", ""))).toBeNull();
    expect(earlyChoice(select("lost", "lost"))).toBeNull();
  });

  it("is nothing where no option is marked: the browser has taken the first one", () => {
    expect(earlyChoice(select(null, ""))).toBeNull();
  });
});
