import { describe, expect, it } from "vitest";

import { createMemoryStorage } from "./memoryStorage.ts";
import { takePaymentCode } from "./paymentCode.ts";

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
  return { location, history, sessionStorage, addresses };
}

describe("takePaymentCode", () => {
  it("takes the code from the fragment and strips it at once", () => {
    const page = createPage("#code=abc-123");
    expect(takePaymentCode(page)).toBe("abc-123");
    expect(page.addresses).toEqual(["/unPaymentList?a=1"]);
  });

  it("finds it again after a reload of the same tab", () => {
    const page = createPage("#code=abc");
    takePaymentCode(page);
    expect(takePaymentCode(createPage("", page.sessionStorage))).toBe("abc");
  });

  it("prefers a new code and leaves other fragments alone", () => {
    const { sessionStorage } = createPage("");
    sessionStorage.setItem("hongbao.paymentCode", "old");
    expect(takePaymentCode(createPage("#code=new", sessionStorage))).toBe("new");
    const other = createPage("#tgWebAppData=x");
    expect(takePaymentCode(other)).toBeNull();
    expect(other.addresses).toEqual([]);
  });

  it.each(["%F0%9F", "abc%0D%0A", "កូដ", "a%20b"])("takes no damaged code: %s", (text) => {
    const { sessionStorage } = createPage("");
    sessionStorage.setItem("hongbao.paymentCode", "old");
    const page = createPage(`#code=${text}`, sessionStorage);
    expect(takePaymentCode(page)).toBeNull();
    expect(page.addresses).toEqual(["/unPaymentList?a=1"]);
    expect(takePaymentCode(createPage("", sessionStorage))).toBeNull();
  });
});
