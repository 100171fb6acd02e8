import { describe, expect, it } from "vitest";

import { createMemoryStorage } from "./storage.ts";
import { followPaymentLinks, STORED_CODE_KEY, takePaymentCode } from "./paymentCode.ts";

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

describe("followPaymentLinks", () => {
  function openTab() {
    const page = createPage("#code=old");
    let reloads = 0;
    let tell = (): void => {};
    const location = Object.assign(page.location, {
      reload: () => {
        reloads += 1;
      },
    });
    takePaymentCode(page);
    followPaymentLinks({
      ...page,
      location,
      addEventListener: (_, handle) => {
        tell = handle;
      },
    });
    const paste = (hash: string) => {
      location.hash = hash;
      tell();
    };
    return { page, paste, countReloads: () => reloads };
  }

  it("takes the code of a link that is pasted into the open page, strips it and begins anew", () => {
    const { page, paste, countReloads } = openTab();
    paste("#code=new");
    expect([page.readKept(), page.location.hash, countReloads()]).toEqual(["code=new", "", 1]);
  });

  it("leaves other fragments alone", () => {
    const { page, paste, countReloads } = openTab();
    paste("#top");
    expect([page.readKept(), page.location.hash, countReloads()]).toEqual(["code=old", "#top", 0]);
  });
});
