import { beforeEach, describe, expect, test, vi } from "vitest";
import { draftOf, clearDraft, clearDrafts, storeDraft, setWriter } from "./drafts";

/** The used part of a browser's storage, with its keys as own properties. */
function storage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(items, key) ? (items[key] as string) : null),
    setItem: (key: string, text: string) => void (items[key] = text),
    removeItem: (key: string) => void delete items[key],
  };
  const items = Object.create(methods) as Record<string, unknown>;
  return items as unknown as Storage;
}

describe("[LEAD-10] a draft of unsaved values", () => {
  beforeEach(() => {
    vi.stubGlobal("window", { sessionStorage: storage() });
    setWriter("jana");
  });

  test("is returned to its author until it is cleared", () => {
    storeDraft("/leads/new", { company_name: "Alpha", notes: "a\nb" });
    expect(draftOf("/leads/new", "jana")).toEqual({ company_name: "Alpha", notes: "a\nb" });
    expect(draftOf("/affiliates/new", "jana")).toBeNull();
    expect(Object.keys(window.sessionStorage)).toEqual(["draft /leads/new"]);
    clearDraft("/leads/new");
    expect(draftOf("/leads/new", "jana")).toBeNull();
  });

  test("is removed as soon as another user looks", () => {
    storeDraft("/leads/new", { company_name: "Alpha" });
    expect(draftOf("/leads/new", "timo")).toBeNull();
    expect(draftOf("/leads/new", "jana")).toBeNull();
  });

  test("is stored without passwords", () => {
    storeDraft("/x", { email: "a@b.example", password: "secret", new_password: "secret" });
    expect(draftOf("/x", "jana")).toEqual({ email: "a@b.example" });
  });

  test("is removed on signing out, and no other entry is", () => {
    storeDraft("/a", { a: "1" });
    storeDraft("/b", { b: "2" });
    window.sessionStorage.setItem("other", "stays");
    clearDrafts();
    expect([draftOf("/a", "jana"), draftOf("/b", "jana")]).toEqual([null, null]);
    expect(window.sessionStorage.getItem("other")).toBe("stays");
  });

  test("is not stored where the storage is forbidden, or holds something else", () => {
    window.sessionStorage.setItem("draft /a", "no JSON");
    window.sessionStorage.setItem("draft /b", "null");
    window.sessionStorage.setItem("draft /c", '{"user":"jana","values":7}');
    window.sessionStorage.setItem("draft /d", '{"user":"jana","values":null}');
    for (const path of ["/a", "/b", "/c", "/d"]) expect(draftOf(path, "jana"), path).toBeNull();
    vi.stubGlobal("window", {});
    storeDraft("/a", { a: "1" });
    expect(draftOf("/a", "jana")).toBeNull();
    clearDrafts();
  });
});
