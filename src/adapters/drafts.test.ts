import { describe, expect, it } from "vitest";

import { createDrafts } from "./drafts.ts";
import { createMemoryStorage } from "./storage.ts";

function refuse(): never {
  throw new DOMException("full", "QuotaExceededError");
}

describe("createDrafts", () => {
  it("gives back after a reload what was typed", () => {
    const storage = createMemoryStorage();
    createDrafts({ storage, getUserId: () => "7" }).write("claim.e1", ' happy "year" ');
    const reloaded = createDrafts({ storage, getUserId: () => "7" });
    expect(reloaded.read("claim.e1")).toBe(' happy "year" ');
    expect(reloaded.read("claim.e2")).toBeNull();
    reloaded.write("claim.e1", "");
    expect(reloaded.read("claim.e1")).toBeNull();
    expect(storage.length).toBe(0);
  });

  it("keeps users apart, and keeps nothing for nobody", () => {
    const storage = createMemoryStorage();
    let userId: string | null = "7";
    const drafts = createDrafts({ storage, getUserId: () => userId });
    drafts.write("claim.e1", "of seven");
    userId = "8";
    expect(drafts.read("claim.e1")).toBeNull();
    userId = null;
    drafts.write("claim.e1", "of nobody");
    expect([drafts.read("claim.e1"), storage.length]).toEqual([null, 1]);
    userId = "7";
    expect(drafts.read("claim.e1")).toBe("of seven");
  });

  it("clears every draft and nothing else", () => {
    const storage = createMemoryStorage();
    storage.setItem("tapps/launchParams", "launch");
    const drafts = createDrafts({ storage, getUserId: () => "7" });
    drafts.write("claim.e1", "one");
    drafts.write("claim.e2", "two");
    drafts.clear();
    expect([drafts.read("claim.e1"), drafts.read("claim.e2")]).toEqual([null, null]);
    expect([storage.length, storage.getItem("tapps/launchParams")]).toEqual([1, "launch"]);
  });

  it("keeps in memory what a full storage does not take, and shows no older draft", () => {
    const storage = createMemoryStorage();
    const drafts = createDrafts({ storage, getUserId: () => "7" });
    drafts.write("claim.e1", "older");
    storage.setItem = refuse;
    drafts.write("claim.e1", "newer");
    expect(drafts.read("claim.e1")).toBe("newer");
    expect(createDrafts({ storage, getUserId: () => "7" }).read("claim.e1")).toBeNull();
    drafts.clear();
    expect(drafts.read("claim.e1")).toBeNull();
  });

  it("bears a storage that refuses everything, and one with something else under the name", () => {
    const storage = createMemoryStorage();
    storage.setItem("hongbao.draft.7.claim.e1", "{");
    storage.setItem("hongbao.draft.7.claim.e2", '{"a":1}');
    const drafts = createDrafts({ storage, getUserId: () => "7" });
    expect([drafts.read("claim.e1"), drafts.read("claim.e2")]).toEqual([null, null]);
    const closed = Object.assign(createMemoryStorage(), { getItem: refuse, setItem: refuse, removeItem: refuse });
    const denied = createDrafts({ storage: closed, getUserId: () => "7" });
    denied.write("claim.e1", "typed");
    expect(denied.read("claim.e1")).toBe("typed");
    denied.clear();
    expect(denied.read("claim.e1")).toBeNull();
  });

  it("keeps and gives back nothing that is longer than anybody types", () => {
    const storage = createMemoryStorage();
    const drafts = createDrafts({ storage, getUserId: () => "7" });
    drafts.write("claim.e1", "typed");
    drafts.write("claim.e1", "x".repeat(1_000_000));
    expect([drafts.read("claim.e1"), storage.length]).toEqual([null, 0]);
    storage.setItem("hongbao.draft.7.claim.e1", JSON.stringify("x".repeat(1_000_000)));
    expect(drafts.read("claim.e1")).toBeNull();
    // A remark may be 120 letters of several code units, and a form has other fields beside it.
    drafts.write("send", "👨‍👩‍👧‍👦".repeat(200));
    expect(drafts.read("send")).not.toBeNull();
  });
});
