import { describe, expect, it, vi } from "vitest";

import { createBackStack } from "./backStack.ts";
import { chooseTargetOrigin } from "./createPostEvent.ts";
import { findLaunchHash, hasLaunchTraces, readLaunchParams } from "./launchParams.ts";
import { createMainButtonStack, type MainButton } from "./mainButtonStack.ts";

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

describe("readLaunchParams", () => {
  const INIT_DATA = `user=${encodeURIComponent('{"id":42,"language_code":"vi","allows_write_to_pm":true}')}&start_param=e_1&auth_date=1&hash=ab`;
  const QUERY = new URLSearchParams({
    tgWebAppData: INIT_DATA,
    tgWebAppVersion: "8.0",
    tgWebAppPlatform: "ios",
    tgWebAppThemeParams: '{"bg_color":"#ffffff","text_color":7}',
  }).toString();
  const WHOLE = {
    query: QUERY,
    rawInitData: INIT_DATA,
    startParam: "e_1",
    tgUserId: "42",
    languageCode: "vi",
    canBotWrite: true,
    version: "8.0",
    platform: "ios",
    theme: { bg_color: "#ffffff" },
  };

  it("reads the address, the address at load, and what was kept for a reload", () => {
    expect(readLaunchParams({ ...NOWHERE, href: `https://app.example/#${QUERY}` })).toEqual(WHOLE);
    expect(readLaunchParams({ ...NOWHERE, navigationName: `https://app.example/#${QUERY}` })).toEqual(WHOLE);
    expect(readLaunchParams({ ...NOWHERE, stored: JSON.stringify(QUERY) })).toEqual(WHOLE);
  });

  it("takes the start parameter of the link before that of the signed data", () => {
    const href = `https://app.example/?tgWebAppStartParam=c_2#${QUERY}`;
    expect(readLaunchParams({ ...NOWHERE, href })?.startParam).toBe("c_2");
  });

  it.each(["tgWebAppVersion", "tgWebAppPlatform", "tgWebAppThemeParams"])("skips a source without %s", (name) => {
    const params = new URLSearchParams(QUERY);
    params.delete(name);
    const href = `https://app.example/#${params.toString()}`;
    expect(readLaunchParams({ ...NOWHERE, href })).toBeNull();
    expect(readLaunchParams({ ...NOWHERE, href, stored: JSON.stringify(QUERY) })).toEqual(WHOLE);
  });

  it.each([
    ["", null],
    ["#code=abc", null],
    ["#tgWebAppThemeParams=%7B", "{"],
    ["#x", "[1]"],
  ])("finds no launch in %j and %j", (hash, stored) => {
    expect(readLaunchParams({ ...NOWHERE, href: `https://app.example/${hash}`, stored })).toBeNull();
  });

  it("has no user where the launch carries no identity, or a broken one", () => {
    const bare = "tgWebAppVersion=8.0&tgWebAppPlatform=ios&tgWebAppThemeParams=%7B%7D";
    const anonymous = {
      ...WHOLE,
      query: bare,
      rawInitData: null,
      startParam: null,
      tgUserId: null,
      languageCode: null,
      canBotWrite: false,
    };
    expect(readLaunchParams({ ...NOWHERE, stored: JSON.stringify(bare) })).toEqual({ ...anonymous, theme: {} });
    const href = `https://app.example/#${bare}&tgWebAppData=user%3D%257B`;
    expect(readLaunchParams({ ...NOWHERE, href })).toMatchObject({ rawInitData: "user=%7B", tgUserId: null });
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
  /** A stack, and the names of the handlers that answered, in order. */
  function open() {
    const answered: string[] = [];
    const onChange = vi.fn<(hasHandler: boolean) => void>();
    const stack = createBackStack(onChange);
    const push = (name: string, layer?: "modal") => stack.push(() => void answered.push(name), layer);
    return { push, press: stack.press, onChange, answered };
  }

  it("lets the latest handler answer, and shows the arrow as long as there is one", () => {
    const { push, press, onChange, answered } = open();
    const removeFirst = push("first");
    const removeSecond = push("second");
    press();
    removeSecond();
    removeSecond();
    press();
    expect(answered).toEqual(["second", "first"]);
    expect(onChange).toHaveBeenLastCalledWith(true);
    removeFirst();
    expect(onChange).toHaveBeenLastCalledWith(false);
    press();
    expect(answered).toHaveLength(2);
  });

  it("removes a handler out of turn: a new screen registers before the old one leaves", () => {
    const { push, press, onChange, answered } = open();
    const leave = push("old screen");
    push("new screen");
    leave();
    expect(onChange).not.toHaveBeenCalledWith(false);
    press();
    expect(answered).toEqual(["new screen"]);
  });

  it("lets what is open on top answer before the screen, also before a screen that comes beneath it", () => {
    const { push, press, answered } = open();
    push("screen");
    const close = push("dialog", "modal");
    push("next screen");
    press();
    close();
    press();
    expect(answered).toEqual(["dialog", "next screen"]);
  });
});

describe("createMainButtonStack", () => {
  const PAY: MainButton = { text: "Pay", isEnabled: true, isBusy: false, tone: "red" };
  const CLAIM: MainButton = { text: "Claim", isEnabled: true, isBusy: false, tone: "gold" };

  /** A stack whose next frame comes when the test says so, and the texts of the buttons that answered, in order. */
  function open() {
    const answered: string[] = [];
    const shown: (MainButton | null)[] = [];
    let frame: (() => void) | null = null;
    const stack = createMainButtonStack(
      (button) => shown.push(button),
      (run) => {
        frame = run;
        return () => {
          frame = null;
        };
      },
    );
    const passFrame = () => {
      frame?.();
      frame = null;
    };
    const push = (button: MainButton, modal?: object) =>
      stack.push(button, () => void answered.push(button.text), modal);
    return { ...stack, push, shown, answered, passFrame };
  }

  it("shows the latest button, and only that one answers", () => {
    const { push, press, shown, answered } = open();
    push(PAY);
    const removeClaim = push(CLAIM);
    press();
    removeClaim();
    removeClaim();
    press();
    expect(answered).toEqual(["Claim", "Pay"]);
    expect(shown).toEqual([PAY, CLAIM, PAY]);
  });

  it("hides the button a frame after the last has left", () => {
    const { push, press, shown, answered, passFrame } = open();
    const remove = push(PAY);
    remove();
    expect(shown).toEqual([PAY]);
    press();
    passFrame();
    expect(shown).toEqual([PAY, null]);
    expect(answered).toEqual([]);
  });

  it("leaves the button standing where the next screen wants one within the frame", () => {
    const { push, shown, passFrame } = open();
    push(PAY)();
    push(PAY)();
    push(CLAIM);
    passFrame();
    expect(shown).toEqual([PAY, CLAIM]);
  });

  it("does not answer while it is busy, disabled, or covered by a modal", () => {
    const { push, pushModal, press, shown, answered } = open();
    for (const change of [{ isBusy: true }, { isEnabled: false }]) {
      const remove = push({ ...PAY, ...change });
      press();
      remove();
    }
    push(PAY);
    const lifts = [pushModal({}), pushModal({})];
    expect(shown.at(-1)).toEqual({ ...PAY, isEnabled: false });
    press();
    lifts[0]?.();
    lifts[0]?.();
    press();
    expect(answered).toEqual([]);
    lifts[1]?.();
    expect(shown.at(-1)).toEqual(PAY);
    press();
    expect(answered).toEqual(["Pay"]);
  });

  it("is of the uppermost modal that has one, whenever the others change theirs", () => {
    const { push, pushModal, press, shown, answered } = open();
    const [sheet, dialog] = [{}, {}];
    const CONFIRM = { ...PAY, text: "Confirm" };
    const take = push(PAY);
    // What stands in a sheet comes before the sheet is open.
    push(CONFIRM, sheet);
    expect(shown.at(-1)).toEqual(PAY);
    const close = pushModal(sheet);
    expect(shown.at(-1)).toEqual(CONFIRM);
    take();
    push({ ...PAY, text: "Pay 2" });
    expect(shown.at(-1)).toEqual(CONFIRM);
    press();
    expect(answered).toEqual(["Confirm"]);
    const lift = pushModal(dialog);
    expect(shown.at(-1)).toEqual({ ...CONFIRM, isEnabled: false });
    press();
    lift();
    close();
    expect(shown.at(-1)).toEqual({ ...PAY, text: "Pay 2" });
    expect(answered).toEqual(["Confirm"]);
  });

  it("tells the same again only when asked to", () => {
    const { push, refresh, shown } = open();
    refresh();
    push(PAY);
    push(PAY);
    expect(shown).toEqual([null, PAY]);
    refresh();
    expect(shown).toEqual([null, PAY, PAY]);
  });
});
