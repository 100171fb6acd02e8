import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import "#src/styles/main.css";

import { createMemoryStorage } from "../storage.ts";
import { createMessenger } from "./messenger.ts";

const INIT_DATA =
  "user=%7B%22id%22%3A42%2C%22first_name%22%3A%22Anna%22%2C%22language_code%22%3A%22vi%22%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fa.svg%22%7D&auth_date=1760000000&start_param=e_1&signature=abc&hash=def";
const LIGHT = { bg_color: "#ffffff", text_color: "#000000", secondary_bg_color: "#f4f4f5" };
const DARK = { bg_color: "#212121", text_color: "#ffffff" };

function buildHash(platform: string, version = "9.1"): string {
  const params = new URLSearchParams({
    tgWebAppData: INIT_DATA,
    tgWebAppVersion: version,
    tgWebAppPlatform: platform,
    tgWebAppThemeParams: JSON.stringify(LIGHT),
  });
  return `#${params.toString()}`;
}

/** The page around this frame, as the messenger: it hears our events and answers from its own realm. */
const host = window.parent;
const heard: { eventType: string; eventData?: unknown }[] = [];
const answers = new Map<string, () => void>();

function say(eventType: string, eventData?: unknown): void {
  // A message counts only if it comes from the parent, so the parent's own function posts it.
  const HostFunction = Reflect.get(host, "Function") as FunctionConstructor;
  const post = new HostFunction("frame", "text", "frame.postMessage(text, '*')") as (
    frame: Window,
    text: string,
  ) => void;
  post(window, JSON.stringify({ eventType, eventData }));
}

/** From now on the messenger answers so. */
function answer(asked: string, eventType: string, eventData?: unknown): void {
  answers.set(asked, () => {
    say(eventType, eventData);
  });
}

function hear(event: MessageEvent): void {
  if (event.source !== window || typeof event.data !== "string") return;
  const message = JSON.parse(event.data) as { eventType: string; eventData?: unknown };
  heard.push(message);
  answers.get(message.eventType)?.();
}

/** The messenger of a launch, which has answered and knows that the app is ready. */
async function launch(platform: string, version?: string) {
  window.history.replaceState(null, "", buildHash(platform, version));
  const messenger = createMessenger({ isSessionReal: true });
  await messenger.readLaunch();
  await messenger.probeHost();
  await messenger.signalReady();
  return messenger;
}

/** @param eventData whatever it was, where it is left out */
const hasHeard = (eventType: string, eventData?: object) =>
  waitUntilHolds(() => {
    const wanted = eventData === undefined ? { eventType } : { eventType, eventData };
    expect(heard).toContainEqual(expect.objectContaining(wanted));
  });

beforeAll(() => {
  // Test files run in frames of one session, and another's app would take this launch for its own.
  Object.defineProperty(window, "sessionStorage", { value: createMemoryStorage() });
  host.addEventListener("message", hear);
  const meta = document.createElement("meta");
  meta.name = "messenger-origins";
  meta.content = `https://web.telegram.org ${window.location.origin}`;
  document.head.append(meta);
});

afterAll(() => {
  host.removeEventListener("message", hear);
});

beforeEach(() => {
  heard.length = 0;
  answers.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
});

const root = document.documentElement;

describe("createMessenger", () => {
  it("is outside without launch parameters, asks nobody, and says to who frames it that it is there", async () => {
    const messenger = createMessenger({ isSessionReal: true });
    await expect(messenger.readLaunch()).resolves.toEqual({ kind: "outside" });
    await expect(messenger.probeHost()).resolves.toBe(false);
    await expect(messenger.signalReady()).resolves.toBe(false);
    expect(messenger.hasBackButton()).toBe(false);
    // What was said before this is heard before it.
    window.parent.postMessage(JSON.stringify({ eventType: "end" }), "*");
    await hasHeard("end");
    expect(heard).toEqual([
      { eventType: "iframe_ready", eventData: { reload_supported: false } },
      { eventType: "web_app_ready", eventData: null },
      { eventType: "end" },
    ]);
  });

  it("tells broken launch parameters from none", async () => {
    window.history.replaceState(null, "", "#tgWebAppData=broken");
    const messenger = createMessenger({ isSessionReal: true });
    await expect(messenger.readLaunch()).resolves.toMatchObject({ kind: "invalid" });
  });

  it("carries the launch data through navigations where no session storage holds it", () => {
    const hash = buildHash("weba");
    const { pathname, search } = window.location;
    window.history.replaceState({ idx: 1 }, "", hash);
    const messenger = createMessenger({ isSessionReal: false });
    window.history.pushState({ idx: 2 }, "", `${pathname}${search}`);
    messenger.keepLaunchHash({ pathname, search });
    expect(window.location.hash).toBe(hash);
    expect(window.history.state).toEqual({ idx: 2 });
  });

  it("hands the raw launch data on, and follows theme and safe areas", async () => {
    window.history.replaceState(null, "", buildHash("weba"));
    const messenger = createMessenger({ isSessionReal: true });
    await expect(messenger.readLaunch()).resolves.toEqual({
      kind: "launched",
      launch: { initData: INIT_DATA, tgUserId: "42", languageCode: "vi", startParam: "e_1" },
    });
    await expect(messenger.probeHost()).resolves.toBe(true);
    await hasHeard("iframe_ready");
    expect(root.dataset["theme"]).toBe("light");

    answer("web_app_request_theme", "theme_changed", { theme_params: DARK });
    answer("web_app_request_safe_area", "safe_area_changed", { top: 47, bottom: 34, left: 0, right: 0 });
    answer("web_app_request_content_safe_area", "content_safe_area_changed", { top: 46, bottom: 0, left: 0, right: 0 });
    await expect(messenger.signalReady()).resolves.toBe(true);
    await hasHeard("web_app_ready");
    await waitUntilHolds(() => {
      expect(root.dataset["theme"]).toBe("dark");
      expect(root.style.getPropertyValue("--tg-theme-bg-color")).toBe("#212121");
      // A colour that the new theme leaves out is not the old theme's.
      expect(root.style.getPropertyValue("--tg-theme-secondary-bg-color")).toBe("");
      expect(root.style.getPropertyValue("--tg-viewport-safe-area-inset-top")).toBe("47px");
      expect(root.style.getPropertyValue("--tg-viewport-content-safe-area-inset-top")).toBe("46px");
    });
  });

  it("shows its arrow while the page has a way back, and tells of a press", async () => {
    const messenger = await launch("weba");
    const onBack = vi.fn<() => void>();
    expect(messenger.hasBackButton()).toBe(true);
    const leave = messenger.pushBack(onBack);
    await hasHeard("web_app_setup_back_button", { is_visible: true });
    say("back_button_pressed");
    await expect.poll(() => onBack.mock.calls).toHaveLength(1);
    leave();
    await expect
      .poll(() => heard.at(-1))
      .toEqual({ eventType: "web_app_setup_back_button", eventData: { is_visible: false } });
  });

  it("colours what it draws around the page as the ground of the page", async () => {
    answer("web_app_request_theme", "theme_changed", { theme_params: DARK });
    const messenger = await launch("weba");
    // The messenger speaks of its own colour for the header until the page says otherwise.
    await hasHeard("web_app_set_header_color", { color_key: "secondary_bg_color" });
    messenger.setGround("stage");
    await expect
      .poll(() => heard.slice(-2))
      .toEqual([
        { eventType: "web_app_set_header_color", eventData: { color: "#961227" } },
        { eventType: "web_app_set_bottom_bar_color", eventData: { color: "#560814" } },
      ]);

    // Under a red field at the top the page is the everyday ground.
    messenger.setGround("hero");
    await expect
      .poll(() => heard.slice(-2))
      .toEqual([
        { eventType: "web_app_set_header_color", eventData: { color: "#961227" } },
        { eventType: "web_app_set_bottom_bar_color", eventData: { color: "#171010" } },
      ]);

    // The stage is another red by day, and the messenger keeps what it was told.
    say("theme_changed", { theme_params: LIGHT });
    await hasHeard("web_app_set_header_color", { color: "#b6182e" });
  });

  it("draws the main button in the colours of its tone, and tells of a press", async () => {
    const messenger = await launch("weba");
    const onPress = vi.fn<() => void>();
    expect(messenger.hasMainButton()).toBe(true);
    const claim = { text: "Claim", isEnabled: true, isBusy: false, tone: "gold" } as const;
    const look = { color: "#f4c04e", text_color: "#4a1206", has_shine_effect: false };
    const takeAway = messenger.pushMainButton(claim, onPress);
    await expect
      .poll(() => heard.at(-1))
      .toEqual({
        eventType: "web_app_setup_main_button",
        eventData: { is_visible: true, is_active: true, is_progress_visible: false, text: "Claim", ...look },
      });
    say("main_button_pressed");
    await expect.poll(() => onPress.mock.calls).toHaveLength(1);
    takeAway();
    await expect
      .poll(() => heard.at(-1))
      .toEqual({ eventType: "web_app_setup_main_button", eventData: { is_visible: false } });
  });

  it("asks whether the bot may write until that is allowed", async () => {
    const messenger = await launch("weba");
    for (const status of ["cancelled", "allowed"]) {
      expect(messenger.canAskToWrite()).toBe(true);
      answer("web_app_request_write_access", "write_access_requested", { status });
      await expect(messenger.requestWriteAccess()).resolves.toBe(status === "allowed");
    }
    expect(messenger.canAskToWrite()).toBe(false);
  });

  it("vibrates, each kind in the messenger's own words", async () => {
    const messenger = await launch("weba");
    messenger.vibrate("selection");
    messenger.vibrate("warning");
    messenger.vibrate("heavy");
    await expect
      .poll(() => heard.slice(-3).map((message) => message.eventData))
      .toEqual([
        { type: "selection_change" },
        { type: "notification", notification_type: "warning" },
        { type: "impact", impact_style: "heavy" },
      ]);
  });

  it("opens links of its own itself, and others outside", async () => {
    const messenger = await launch("weba");
    messenger.openLink("https://t.me/bot/app?startapp=e_1");
    messenger.openLink("https://pay.example/unPaymentList#code=1");
    await expect
      .poll(() => heard.slice(-2))
      .toEqual([
        { eventType: "web_app_open_tg_link", eventData: { path_full: "/bot/app?startapp=e_1" } },
        { eventType: "web_app_open_link", eventData: { url: "https://pay.example/unPaymentList#code=1" } },
      ]);
  });

  it("shares a prepared message, and opens its link where that cannot be", async () => {
    const messenger = await launch("weba");
    answer("web_app_send_prepared_message", "prepared_message_failed", { error: "USER_DECLINED" });
    const message = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };
    await expect(messenger.share(message)).resolves.toBe("declined");
    answer("web_app_send_prepared_message", "prepared_message_sent");
    await expect(messenger.share(message)).resolves.toBe("shared");
    answer("web_app_send_prepared_message", "prepared_message_failed", { error: "MESSAGE_EXPIRED" });
    await expect(messenger.share(message)).resolves.toBe("linkOpened");
    // A dialog that was closed without a word hears nothing of the next one.
    answers.delete("web_app_send_prepared_message");
    const forgotten = messenger.share(message);
    answer("web_app_send_prepared_message", "prepared_message_sent");
    await expect(messenger.share({ ...message, preparedMessageId: "m2" })).resolves.toBe("shared");
    await expect(forgotten).resolves.toBe("declined");
  });

  it("opens no link by itself where sharing fails late: that takes another tap", async () => {
    const messenger = await launch("android");
    answers.set("web_app_send_prepared_message", () => {
      setTimeout(say, 1_100, "prepared_message_failed", { error: "MESSAGE_SEND_FAILED" });
    });
    const message = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };
    await expect(messenger.share(message)).rejects.toMatchObject({ kind: "unexpected" });
    await expect(messenger.share(message)).resolves.toBe("linkOpened");
  });

  it.each([
    ["weba", []],
    ["android", [true, false]],
  ])("has %s ask before closing only where the question can be taken back", async (platform, asked) => {
    const messenger = await launch(platform);
    // Two parts of a screen may ask; the last to be done takes the question back.
    const stopAsking = [messenger.askBeforeClosing(), messenger.askBeforeClosing()];
    for (const stop of stopAsking) stop();
    messenger.close();
    await hasHeard("web_app_close");
    expect(
      heard.flatMap(({ eventType, eventData }) => (eventType === "web_app_setup_closing_behavior" ? [eventData] : [])),
    ).toEqual(asked.map((isAsked) => ({ need_confirmation: isAsked })));
  });

  it("offers the home screen once on a phone, whatever the person answers", async () => {
    localStorage.removeItem("homeScreenOffered");
    const messenger = await launch("android");
    answer("web_app_check_home_screen", "home_screen_checked", { status: "missed" });
    const canAdd = async () => (await messenger.loadExtras())?.homeScreen?.canAdd();
    await expect(canAdd()).resolves.toBe(true);
    answer("web_app_add_to_home_screen", "home_screen_failed", { error: "UNSUPPORTED" });
    await (await messenger.loadExtras())?.homeScreen?.add();
    await expect(canAdd()).resolves.toBe(false);

    localStorage.removeItem("homeScreenOffered");
    await expect(canAdd()).resolves.toBe(true);
    answers.set("web_app_add_to_home_screen", () => {
      answer("web_app_check_home_screen", "home_screen_checked", { status: "added" });
      say("home_screen_added");
    });
    await (await messenger.loadExtras())?.homeScreen?.add();
    localStorage.removeItem("homeScreenOffered");
    await expect(canAdd()).resolves.toBe(false);
  });

  it("has the messenger show its list of groups for a prepared request, and hears its answer alone", async () => {
    const messenger = await launch("android", "9.6");
    const choose = async () => (await messenger.loadExtras())?.chooseGroup?.("r1");
    answers.set("web_app_request_chat", () => {
      say("requested_chat_failed", { req_id: "another" });
      say("requested_chat_sent", { req_id: "r1" });
    });
    await expect(choose()).resolves.toBe("chosen");
    expect(heard.at(-1)).toEqual({ eventType: "web_app_request_chat", eventData: { req_id: "r1" } });
    // Where too many dialogs were opened, Web K names no request.
    answer("web_app_request_chat", "requested_chat_failed", { req_id: "" });
    await expect(choose()).resolves.toBe("cancelled");
    answer("web_app_request_chat", "requested_chat_failed");
    await expect(choose()).resolves.toBe("cancelled");
  });

  it("opens a t.me link as a web link where the messenger is too old to know such links, or a home screen", async () => {
    const messenger = await launch("android", "6.0");
    await hasHeard("web_app_ready");
    await expect(messenger.loadExtras()).resolves.toEqual({ homeScreen: null });
    const message = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };
    await expect(messenger.share(message)).resolves.toBe("linkOpened");
    await expect
      .poll(() => heard.at(-1))
      .toEqual({ eventType: "web_app_open_link", eventData: { url: message.shareUrl } });
  });

  it("takes the messenger's buttons away before it reloads at the messenger's wish", async () => {
    window.history.replaceState(null, "", buildHash("weba"));
    const messenger = createMessenger({ isSessionReal: true });
    await messenger.readLaunch();
    answer("web_app_request_theme", "theme_changed", { theme_params: LIGHT });
    await messenger.probeHost();
    heard.length = 0;
    // A reload would end this test, and TypeScript does not know the Navigation API.
    const navigation = Reflect.get(window, "navigation") as EventTarget;
    const stopReload = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    navigation.addEventListener("navigate", stopReload);
    say("reload_iframe");
    await hasHeard("iframe_will_reload");
    expect(stopReload).toHaveBeenCalled();
    navigation.removeEventListener("navigate", stopReload);
    const before = heard.slice(
      0,
      heard.findIndex(({ eventType }) => eventType === "iframe_will_reload"),
    );
    const hidden = { is_visible: false };
    expect(before.filter(({ eventType }) => eventType.startsWith("web_app_setup"))).toEqual([
      { eventType: "web_app_setup_main_button", eventData: hidden },
      { eventType: "web_app_setup_back_button", eventData: hidden },
    ]);
  });
});
