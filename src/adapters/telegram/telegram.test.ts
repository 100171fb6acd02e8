import { describe, expect, it, vi } from "vitest";

import { createBackStack } from "./backStack.ts";
import { chooseTargetOrigin } from "./chooseTargetOrigin.ts";
import { findLaunchHash, hasLaunchTraces } from "./findLaunchParams.ts";

const HASH = "#tgWebAppData=user%3D1&tgWebAppVersion=9.1&tgWebAppPlatform=weba&tgWebAppThemeParams=%7B%7D";
const NOWHERE = { href: "https://app.example/user", navigationName: "https://app.example/", stored: null };

describe("launch parameters", () => {
  it("are looked for in the address, in the address at load, and in what was stored", () => {
    expect(hasLaunchTraces(NOWHERE)).toBe(false);
    expect(hasLaunchTraces({ ...NOWHERE, href: `https://app.example/${HASH}` })).toBe(true);
    expect(hasLaunchTraces({ ...NOWHERE, navigationName: `https://app.example/${HASH}` })).toBe(true);
    expect(hasLaunchTraces({ ...NOWHERE, stored: '"tgWebAppPlatform=ios"' })).toBe(true);
    expect(hasLaunchTraces({ ...NOWHERE, href: "https://app.example/#tgWebAppData=broken" })).toBe(true);
  });

  it("are more than a start parameter, which ordinary links carry", () => {
    expect(hasLaunchTraces({ ...NOWHERE, href: "https://app.example/?tgWebAppStartParam=e_1" })).toBe(false);
  });

  it("come with the fragment that a navigation has to carry", () => {
    expect(findLaunchHash({ ...NOWHERE, href: `https://app.example/${HASH}` })).toBe(HASH);
    expect(findLaunchHash({ ...NOWHERE, navigationName: `https://app.example/${HASH}` })).toBe(HASH);
    expect(findLaunchHash({ ...NOWHERE, href: "https://app.example/#code=1" })).toBeNull();
  });
});

describe("chooseTargetOrigin", () => {
  const allowed = ["https://web.telegram.org", "http://localhost:8080"];
  it("speaks to the page around us only where it may embed the app", () => {
    expect(chooseTargetOrigin(allowed, "http://localhost:8080")).toBe("http://localhost:8080");
    expect(chooseTargetOrigin(allowed, "https://evil.example")).toBe("https://web.telegram.org");
    expect(chooseTargetOrigin(allowed, null)).toBe("https://web.telegram.org");
    expect(chooseTargetOrigin([], null)).toBeNull();
  });
});

describe("createBackStack", () => {
  it("lets the latest handler answer, and shows the arrow as long as there is one", () => {
    const onChange = vi.fn<(hasHandler: boolean) => void>();
    const stack = createBackStack(onChange);
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const removeFirst = stack.push(first);
    const removeSecond = stack.push(second);
    stack.press();
    expect([first, second].map((handler) => handler.mock.calls.length)).toEqual([0, 1]);
    removeSecond();
    removeSecond();
    stack.press();
    expect(first).toHaveBeenCalledOnce();
    expect(onChange).toHaveBeenLastCalledWith(true);
    removeFirst();
    expect(onChange).toHaveBeenLastCalledWith(false);
    stack.press();
    expect(first).toHaveBeenCalledOnce();
  });

  it("removes a handler out of turn: a new screen registers before the old one leaves", () => {
    const onChange = vi.fn<(hasHandler: boolean) => void>();
    const stack = createBackStack(onChange);
    const [oldScreen, newScreen] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const leave = stack.push(oldScreen);
    stack.push(newScreen);
    leave();
    expect(onChange).not.toHaveBeenCalledWith(false);
    stack.press();
    expect(newScreen).toHaveBeenCalledOnce();
    expect(oldScreen).not.toHaveBeenCalled();
  });
});
