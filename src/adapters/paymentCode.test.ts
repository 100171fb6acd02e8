import { describe, expect, it } from "vitest";

import { createMemoryStorage } from "./memoryStorage.ts";
import { STORED_CODE_KEY, takePaymentCode } from "./paymentCode.ts";

function createPage(hash: string, sessionStorage = createMemoryStorage()) {
  const location = { pathname: "/unPaymentList", search: "?a=1", hash };
  const addresses: string[] = [];
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url: string) => {
      addresses.push(url);
      location.hash = "";
    },
  };
  const readKept = () => sessionStorage.getItem(STORED_CODE_KEY);
  return { location, history, sessionStorage, addresses, readKept };
}

describe("takePaymentCode", () => {
  it.each([
    ["#code=abc-123", "code=abc-123"],
    ["#handoff=abc-123", "handoff=abc-123"],
    ["#handoff=abc-123&from=wallet", "handoff=abc-123"],
  ])("takes the code from the fragment and strips it at once: %s", (hash, kept) => {
    const page = createPage(hash);
    expect(takePaymentCode(page)).toBe(true);
    expect(page.readKept()).toBe(kept);
    expect(page.addresses).toEqual(["/unPaymentList?a=1"]);
  });

  it("finds it again after a reload of the same tab", () => {
    const page = createPage("#code=abc");
    takePaymentCode(page);
    expect(takePaymentCode(createPage("", page.sessionStorage))).toBe(true);
    expect(page.readKept()).toBe("code=abc");
  });

  it("prefers a new code, even a damaged one, and leaves other fragments alone", () => {
    const page = createPage("#code=old");
    takePaymentCode(page);
    takePaymentCode(createPage("#handoff=new", page.sessionStorage));
    expect(page.readKept()).toBe("handoff=new");
    const damaged = createPage("#code=%F0%9F", page.sessionStorage);
    takePaymentCode(damaged);
    expect(page.readKept()).toBe("code=%F0%9F");
    expect(damaged.addresses).toEqual(["/unPaymentList?a=1"]);
    const other = createPage("#tgWebAppData=x");
    expect(takePaymentCode(other)).toBe(false);
    expect(other.addresses).toEqual([]);
  });
});
