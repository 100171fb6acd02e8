import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { themeParamsOf } from "./themes.ts";
import type { Flavour } from "./themes.ts";
import { WebAppHost } from "./webAppHost.ts";
import type { WebAppShell } from "./webAppHost.ts";

type Posted = [eventType: string, eventData?: unknown];

interface Opened {
  host: WebAppHost;
  shell: WebAppShell;
  posted: Posted[];
  send: (eventType: string, eventData?: unknown) => Promise<Posted[]>;
}

let nowMs = 0;

function open(flavour: Flavour, changes: Partial<WebAppShell> = {}): Opened {
  const posted: Posted[] = [];
  const shell: WebAppShell = {
    post: (eventType, eventData) => posted.push(eventData === undefined ? [eventType] : [eventType, eventData]),
    reveal: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
    readSize: () => ({ width: 390, height: 700 }),
    readTheme: () => themeParamsOf(flavour, "light"),
    setMainButton: vi.fn<WebAppShell["setMainButton"]>(),
    setSecondaryButton: vi.fn<WebAppShell["setSecondaryButton"]>(),
    setBackVisible: vi.fn<WebAppShell["setBackVisible"]>(),
    setSettingsVisible: vi.fn<WebAppShell["setSettingsVisible"]>(),
    setColour: vi.fn<WebAppShell["setColour"]>(),
    setFullscreen: vi.fn<WebAppShell["setFullscreen"]>(),
    minimise: vi.fn<() => void>(),
    showPopup: () => Promise.resolve("yes"),
    confirm: () => Promise.resolve(true),
    showToast: vi.fn<WebAppShell["showToast"]>(),
    openLink: vi.fn<WebAppShell["openLink"]>(),
    openTelegramLink: vi.fn<WebAppShell["openTelegramLink"]>(),
    sharePrepared: () => Promise.resolve({ ok: true }),
    shareRequested: () => Promise.resolve(true),
    hasWriteAccess: () => false,
    allowWriteAccess: () => Promise.resolve(),
    callCustomMethod: () => Promise.resolve({ ok: true, result: ["a"] }),
    vibrate: vi.fn<WebAppShell["vibrate"]>(),
    ...changes,
  };
  const host = new WebAppHost(flavour, shell, () => nowMs);
  return {
    host,
    shell,
    posted,
    send: async (eventType, eventData) => {
      const before = posted.length;
      host.receive(JSON.stringify({ eventType, eventData }));
      await vi.advanceTimersByTimeAsync(1000);
      return posted.slice(before);
    },
  };
}

beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ZERO = { top: 0, bottom: 0, left: 0, right: 0 };
const VIEWPORT: Posted = ["viewport_changed", { width: 390, height: 700, is_expanded: true, is_state_stable: true }];
const SAFE_AREAS: Posted[] = [
  ["safe_area_changed", ZERO],
  ["content_safe_area_changed", ZERO],
];

describe("answers of the two web clients", () => {
  const rows: [name: string, data: unknown, a: Posted[], k: Posted[]][] = [
    ["web_app_expand", undefined, [], []],
    [
      "web_app_request_theme",
      undefined,
      [["theme_changed", { theme_params: themeParamsOf("a", "light") }]],
      [["theme_changed", { theme_params: themeParamsOf("k", "light") }]],
    ],
    ["web_app_request_viewport", undefined, [VIEWPORT], []],
    ["web_app_request_safe_area", undefined, SAFE_AREAS, []],
    ["web_app_request_content_safe_area", undefined, SAFE_AREAS, []],
    [
      "web_app_request_fullscreen",
      undefined,
      [
        ["fullscreen_changed", { is_fullscreen: true }],
        ["safe_area_changed", ZERO],
        ["content_safe_area_changed", { ...ZERO, top: 58.8 }],
      ],
      [
        ["fullscreen_changed", { is_fullscreen: true }],
        ["content_safe_area_changed", { ...ZERO, top: 56 }],
      ],
    ],
    ["web_app_setup_main_button", { is_visible: true, text: "Pay" }, [VIEWPORT], []],
    ["web_app_setup_back_button", { is_visible: true }, [], []],
    ["web_app_setup_swipe_behavior", { allow_vertical_swipe: false }, [], []],
    [
      "web_app_open_popup",
      { message: "Sure?", buttons: [{ id: "yes", type: "ok" }] },
      [["popup_closed", { button_id: "yes" }]],
      [["popup_closed", { button_id: "yes" }]],
    ],
    [
      "web_app_open_popup",
      { message: " ", buttons: [{ id: "yes", type: "ok" }] },
      [["popup_closed", {}]],
      [["popup_closed", {}]],
    ],
    ["web_app_open_popup", { message: "Sure?", buttons: [] }, [["popup_closed", {}]], [["popup_closed", {}]]],
    [
      "web_app_open_invoice",
      { slug: "s" },
      [["invoice_closed", { slug: "s", status: "failed" }]],
      [["invoice_closed", { slug: "s", status: "failed" }]],
    ],
    ["web_app_send_prepared_message", { id: "m" }, [["prepared_message_sent", {}]], [["prepared_message_sent", {}]]],
    ["web_app_request_chat", { req_id: "r" }, [], [["requested_chat_sent", { req_id: "r" }]]],
    [
      "web_app_request_phone",
      undefined,
      [["phone_requested", { status: "sent" }]],
      [["phone_requested", { status: "sent" }]],
    ],
    [
      "web_app_request_write_access",
      undefined,
      [["write_access_requested", { status: "allowed" }]],
      [["write_access_requested", { status: "allowed" }]],
    ],
    [
      "web_app_invoke_custom_method",
      { req_id: "1", method: "getStorageKeys", params: {} },
      [["custom_method_invoked", { req_id: "1", result: ["a"] }]],
      [["custom_method_invoked", { req_id: "1", result: ["a"] }]],
    ],
    ["web_app_read_text_from_clipboard", { req_id: "1" }, [], [["clipboard_text_received", { req_id: "1" }]]],
    ["web_app_open_scan_qr_popup", {}, [], [["scan_qr_popup_closed", {}]]],
    [
      "web_app_add_to_home_screen",
      undefined,
      [["home_screen_failed", { error: "UNSUPPORTED" }]],
      [["home_screen_failed", { error: "UNSUPPORTED" }]],
    ],
    [
      "web_app_check_home_screen",
      undefined,
      [["home_screen_checked", { status: "unsupported" }]],
      [["home_screen_checked", { status: "unsupported" }]],
    ],
    [
      "web_app_device_storage_get_key",
      { req_id: "1", key: "x" },
      [["device_storage_failed", { req_id: "1", error: "UNSUPPORTED" }]],
      [["device_storage_key_received", { req_id: "1", value: null }]],
    ],
    [
      "web_app_secure_storage_get_key",
      { req_id: "1", key: "x" },
      [["secure_storage_failed", { req_id: "1", error: "UNSUPPORTED" }]],
      [["secure_storage_failed", { req_id: "1", error: "UNSUPPORTED" }]],
    ],
    ["web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" }, [], []],
    ["web_app_start_gyroscope", { refresh_rate: 20 }, [], []],
  ];

  it.each(rows)("%s %j", async (name, data, a, k) => {
    expect(await open("a").send(name, data)).toEqual(a);
    expect(await open("k").send(name, data)).toEqual(k);
  });

  it("sends its style to the app in Web A only", async () => {
    expect(await open("a").send("iframe_ready", { reload_supported: true })).toEqual([
      ["set_custom_style", expect.any(String)],
    ]);
    expect(await open("k").send("iframe_ready", { reload_supported: true })).toEqual([]);
  });

  it("knows less about biometry in Web A", async () => {
    expect(await open("a").send("web_app_biometry_get_info")).toEqual([
      ["biometry_info_received", { available: false }],
    ]);
    expect(await open("k").send("web_app_biometry_get_info")).toEqual([
      ["biometry_info_received", expect.objectContaining({ available: false, token_saved: false })],
    ]);
  });
});

describe("what the clients do", () => {
  it("ignores anything but the JSON text of an event", () => {
    const { host, posted } = open("a");
    for (const message of [undefined, 5, "{", "null", "[]", { eventType: "web_app_request_theme" }, '{"eventType":5}'])
      host.receive(message);
    expect(posted).toEqual([]);
  });

  it("closes without asking and shows the app when it is ready", async () => {
    const { shell, send } = open("a");
    await send("web_app_ready");
    await send("web_app_close");
    expect(shell.reveal).toHaveBeenCalledTimes(1);
    expect(shell.close).toHaveBeenCalledTimes(1);
  });

  it("keeps the closing question in Web A for good, and follows the flag in Web K", async () => {
    for (const flavour of ["a", "k"] as const) {
      const { host, send } = open(flavour);
      await send("web_app_setup_closing_behavior", { need_confirmation: true });
      await send("web_app_setup_closing_behavior", { need_confirmation: false });
      expect(host.mustConfirmClosing).toBe(flavour === "a");
    }
  });

  it("closes the app after a shared message in Web K only, and reports why nothing was shared", async () => {
    for (const flavour of ["a", "k"] as const) {
      const { shell, send } = open(flavour);
      await send("web_app_send_prepared_message", { id: "m" });
      expect(shell.close).toHaveBeenCalledTimes(flavour === "k" ? 1 : 0);
    }
    const declined = open("a", { sharePrepared: () => Promise.resolve({ ok: false, error: "USER_DECLINED" }) });
    expect(await declined.send("web_app_send_prepared_message", { id: "m" })).toEqual([
      ["prepared_message_failed", { error: "USER_DECLINED" }],
    ]);
  });

  it("does not say why no group was shared", async () => {
    const { send } = open("k", { shareRequested: () => Promise.resolve(false) });
    expect(await send("web_app_request_chat", { req_id: "r" })).toEqual([["requested_chat_failed", { req_id: "r" }]]);
  });

  it("minimises for a Telegram link in Web A and stays open in Web K", async () => {
    for (const flavour of ["a", "k"] as const) {
      const { shell, send } = open(flavour);
      await send("web_app_open_tg_link", { path_full: "/share/url?url=x" });
      expect(shell.openTelegramLink).toHaveBeenCalledWith("/share/url?url=x");
      expect(shell.minimise).toHaveBeenCalledTimes(flavour === "a" ? 1 : 0);
    }
  });

  it("opens web pages only", async () => {
    const { shell, send } = open("a");
    await send("web_app_open_link", { url: "http://localhost:8080/unPaymentList#code=1" });
    await send("web_app_open_link", { url: "javascript:alert(1)" });
    await send("web_app_open_link", { url: "tg://resolve" });
    expect(shell.openLink).toHaveBeenCalledExactlyOnceWith("http://localhost:8080/unPaymentList#code=1");
  });

  it.each([
    ["a", 2000],
    ["k", 3000],
  ] as const)("refuses a fourth popup in a row in Web %s for %i ms", async (flavour, windowMs) => {
    const { send } = open(flavour);
    const popup = { message: "Again", buttons: [{ id: "yes", type: "ok" }] };
    for (let count = 0; count < 3; count += 1)
      expect(await send("web_app_open_popup", popup)).toEqual([["popup_closed", { button_id: "yes" }]]);
    expect(await send("web_app_open_popup", popup)).toEqual([["popup_closed", {}]]);
    nowMs += windowMs + 1;
    expect(await send("web_app_open_popup", popup)).toEqual([["popup_closed", { button_id: "yes" }]]);
  });

  it("reports a popup dismissed without a button", async () => {
    const { send } = open("a", { showPopup: () => Promise.resolve(null) });
    expect(await send("web_app_open_popup", { message: "Sure?", buttons: [{ id: "yes", type: "ok" }] })).toEqual([
      ["popup_closed", {}],
    ]);
  });

  it("hides a button without a text", async () => {
    const { shell, send } = open("k");
    await send("web_app_setup_main_button", { is_visible: true, text: " " });
    expect(shell.setMainButton).toHaveBeenLastCalledWith(expect.objectContaining({ isVisible: false }));
    await send("web_app_setup_main_button", { is_visible: true, is_active: true, text: "Pay", color: "#112233" });
    expect(shell.setMainButton).toHaveBeenLastCalledWith(
      expect.objectContaining({ isVisible: true, isActive: true, text: "Pay", colour: "#112233" }),
    );
  });

  it("accepts colours by name or by value, and nothing else", async () => {
    const { shell, send } = open("a");
    await send("web_app_set_header_color", { color_key: "secondary_bg_color" });
    await send("web_app_set_bottom_bar_color", { color: "#0a0b0c" });
    await send("web_app_set_background_color", { color: "red;}" });
    expect(vi.mocked(shell.setColour).mock.calls).toEqual([
      ["header", "#f4f4f5"],
      ["bottomBar", "#0a0b0c"],
    ]);
  });

  it("asks an app that can reload itself, and forces the reload without an answer", async () => {
    const force = vi.fn<() => void>();
    const { host, posted, send } = open("a");
    host.reload(force);
    expect(force).toHaveBeenCalledTimes(1);
    await send("iframe_ready", { reload_supported: true });
    host.reload(force);
    expect(posted.at(-1)).toEqual(["reload_iframe"]);
    await send("iframe_will_reload");
    expect(force).toHaveBeenCalledTimes(1);
    host.reload(force);
    await vi.advanceTimersByTimeAsync(600);
    expect(force).toHaveBeenCalledTimes(2);
  });

  it("does not ask again for granted write access", async () => {
    const confirm = vi.fn<WebAppShell["confirm"]>().mockResolvedValue(false);
    expect(await open("a", { confirm }).send("web_app_request_write_access")).toEqual([
      ["write_access_requested", { status: "cancelled" }],
    ]);
    expect(await open("a", { confirm, hasWriteAccess: () => true }).send("web_app_request_write_access")).toEqual([
      ["write_access_requested", { status: "allowed" }],
    ]);
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});
