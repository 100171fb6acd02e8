import type { Flavour, ThemeParams } from "./themes.ts";

export interface BottomButton {
  readonly isVisible: boolean;
  readonly isActive: boolean;
  readonly isLoading: boolean;
  readonly hasShine: boolean;
  readonly text: string;
  readonly colour: string | null;
  readonly textColour: string | null;
  /** The position of the second button relative to the first. */
  readonly position: "left" | "right" | "top" | "bottom";
}

export interface PopupButton {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

export interface Popup {
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly PopupButton[];
}

/** What the protocol needs from the app's window. */
export interface WebAppShell {
  readonly post: (eventType: string, eventData?: unknown) => void;
  readonly reveal: () => void;
  readonly close: () => void;
  readonly readSize: () => { width: number; height: number };
  readonly readTheme: () => ThemeParams;
  readonly setMainButton: (button: BottomButton) => void;
  readonly setSecondaryButton: (button: BottomButton) => void;
  readonly setBackVisible: (isVisible: boolean) => void;
  readonly setSettingsVisible: (isVisible: boolean) => void;
  readonly setColour: (part: "header" | "background" | "bottomBar", colour: string) => void;
  readonly setFullscreen: (isFullscreen: boolean) => void;
  readonly minimise: () => void;
  /** Resolves with the pressed button's id, or null if dismissed. */
  readonly showPopup: (popup: Popup) => Promise<string | null>;
  readonly confirm: (question: string, yes: string) => Promise<boolean>;
  readonly showToast: (text: string) => void;
  readonly openLink: (url: string) => void;
  readonly openTelegramLink: (pathFull: string) => void;
  readonly sharePrepared: (id: string) => Promise<{ ok: boolean; error?: string }>;
  /** Whether the person has shared a group by the prepared button. */
  readonly shareRequested: (id: string) => Promise<boolean>;
  readonly hasWriteAccess: () => boolean;
  readonly allowWriteAccess: () => Promise<void>;
  readonly callCustomMethod: (
    method: string,
    params: unknown,
  ) => Promise<{ ok: boolean; result?: unknown; error?: string }>;
  readonly vibrate: (durationMs: number) => void;
}

const SCROLLBAR_STYLE = "* { scrollbar-width: thin; scrollbar-color: rgba(128, 128, 128, 0.5) transparent; }";
const ZERO = { top: 0, bottom: 0, left: 0, right: 0 };
const RELOAD_WAIT_MS = { a: 500, k: 300 } as const;
const POPUP_WINDOW_MS = { a: 2000, k: 3000 } as const;
const POPUP_LIMIT = 3;
const LAYOUT_MS = 60;
const LINK_PROTOCOLS = new Set(["https:", "http:"]);

type Data = Readonly<Record<string, unknown>>;

/**
 * One open app, with the answers of Telegram Web A or Web K. A request that the client ignores gets no answer here
 * either, so that an app that waits for one fails visibly.
 */
export class WebAppHost {
  readonly #flavour: Flavour;
  readonly #shell: WebAppShell;
  readonly #now: () => number;
  #isReloadSupported = false;
  #reloadTimer: ReturnType<typeof setTimeout> | null = null;
  #mustConfirmClosing = false;
  #isFullscreen = false;
  #popupTimesMs: number[] = [];
  readonly #deviceStorage = new Map<string, string>();

  constructor(flavour: Flavour, shell: WebAppShell, now: () => number) {
    this.#flavour = flavour;
    this.#shell = shell;
    this.#now = now;
  }

  get mustConfirmClosing(): boolean {
    return this.#mustConfirmClosing;
  }

  /** Handles one `postMessage` of the frame; ignores anything but the JSON text of an event. */
  receive(message: unknown): void {
    if (typeof message !== "string") return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(message);
    } catch {
      return;
    }
    const { eventType, eventData } = (parsed ?? {}) as { eventType?: unknown; eventData?: unknown };
    if (typeof eventType !== "string") return;
    this.#handle(eventType, (typeof eventData === "object" && eventData !== null ? eventData : {}) as Data);
  }

  /** The person pressed a button of the messenger. */
  press(button: "main" | "secondary" | "back" | "settings"): void {
    this.#shell.post(`${button}_button_pressed`);
  }

  /** Asks the app to reload itself; calls `force` if it does not confirm in time. */
  reload(force: () => void): void {
    if (!this.#isReloadSupported) {
      force();
      return;
    }
    this.#shell.post("reload_iframe");
    this.#reloadTimer = setTimeout(force, RELOAD_WAIT_MS[this.#flavour]);
  }

  sendTheme(): void {
    this.#shell.post("theme_changed", { theme_params: this.#shell.readTheme() });
  }

  /** Called after the frame changed its size; only Web A reports that to the app. */
  sendViewport(): void {
    if (this.#flavour === "a")
      this.#shell.post("viewport_changed", { ...this.#shell.readSize(), is_expanded: true, is_state_stable: true });
  }

  sendVisibility(isVisible: boolean): void {
    this.#shell.post("visibility_changed", { is_visible: isVisible });
  }

  #handle(eventType: string, data: Data): void {
    const shell = this.#shell;
    const isA = this.#flavour === "a";
    switch (eventType) {
      case "iframe_ready":
        this.#isReloadSupported = data["reload_supported"] === true;
        if (isA) shell.post("set_custom_style", SCROLLBAR_STYLE);
        return;
      case "iframe_will_reload":
        if (this.#reloadTimer !== null) clearTimeout(this.#reloadTimer);
        this.#reloadTimer = null;
        return;
      case "web_app_ready":
        shell.reveal();
        return;
      case "web_app_close":
        shell.close();
        return;
      case "web_app_request_theme":
        this.sendTheme();
        return;
      case "web_app_request_viewport":
        this.sendViewport();
        return;
      case "web_app_request_safe_area":
      case "web_app_request_content_safe_area":
        if (isA) this.#sendSafeAreas();
        return;
      case "web_app_request_fullscreen":
        this.#enterFullscreen();
        return;
      case "web_app_exit_fullscreen":
        this.#setFullscreen(false);
        return;
      case "web_app_setup_main_button":
        shell.setMainButton(readBottomButton(data));
        this.#sendViewportAfterLayout();
        return;
      case "web_app_setup_secondary_button":
        shell.setSecondaryButton(readBottomButton(data));
        this.#sendViewportAfterLayout();
        return;
      case "web_app_setup_back_button":
        shell.setBackVisible(data["is_visible"] === true);
        return;
      case "web_app_setup_settings_button":
        shell.setSettingsVisible(data["is_visible"] === true);
        return;
      case "web_app_setup_closing_behavior":
        // Web A never disables the question.
        this.#mustConfirmClosing = isA || data["need_confirmation"] === true;
        return;
      case "web_app_set_header_color":
        this.#setColour("header", data["color"] ?? data["color_key"]);
        return;
      case "web_app_set_background_color":
        this.#setColour("background", data["color"]);
        return;
      case "web_app_set_bottom_bar_color":
        this.#setColour("bottomBar", data["color"]);
        return;
      case "web_app_open_popup":
        void this.#openPopup(data);
        return;
      case "web_app_open_invoice":
        shell.showToast("There are no invoices on this machine");
        shell.post("invoice_closed", { slug: data["slug"], status: "failed" });
        return;
      case "web_app_open_tg_link":
        if (isA) shell.minimise();
        shell.openTelegramLink(readText(data["path_full"]));
        return;
      case "web_app_open_link":
        this.#openLink(readText(data["url"]));
        return;
      case "web_app_switch_inline_query":
        shell.showToast("Switching to inline queries is not on this machine");
        return;
      case "web_app_send_prepared_message":
        void this.#sharePrepared(readText(data["id"]));
        return;
      case "web_app_request_chat":
        // Web A has no handler for it.
        if (!isA) void this.#requestChat(readText(data["req_id"]));
        return;
      case "web_app_request_phone":
        void this.#requestPhone();
        return;
      case "web_app_request_write_access":
        void this.#requestWriteAccess();
        return;
      case "web_app_invoke_custom_method":
        void this.#invokeCustomMethod(data);
        return;
      case "web_app_read_text_from_clipboard":
        // The newest Web A has no handler for it.
        if (!isA) shell.post("clipboard_text_received", { req_id: data["req_id"] });
        return;
      case "web_app_open_scan_qr_popup":
        shell.showToast("Scanning is only possible on phones");
        if (!isA) shell.post("scan_qr_popup_closed", {});
        return;
      case "web_app_biometry_get_info":
        shell.post(
          "biometry_info_received",
          isA
            ? { available: false }
            : {
                available: false,
                access_requested: false,
                access_granted: false,
                token_saved: false,
                device_id: "",
                type: "unknown",
              },
        );
        return;
      case "web_app_trigger_haptic_feedback":
        if (!isA) shell.vibrate(data["type"] === "notification" ? 20 : 10);
        return;
      case "web_app_add_to_home_screen":
        shell.post("home_screen_failed", { error: "UNSUPPORTED" });
        return;
      case "web_app_check_home_screen":
        shell.post("home_screen_checked", { status: "unsupported" });
        return;
      case "web_app_share_to_story":
        if (!isA) shell.showToast("Stories cannot be shared from here");
        return;
      case "web_app_device_storage_save_key":
      case "web_app_device_storage_get_key":
      case "web_app_device_storage_clear":
        this.#useDeviceStorage(eventType, data);
        return;
      default:
        if (eventType.startsWith("web_app_secure_storage_")) {
          shell.post("secure_storage_failed", { req_id: data["req_id"], error: "UNSUPPORTED" });
        }
    }
  }

  #sendViewportAfterLayout(): void {
    if (this.#flavour === "a") setTimeout(() => this.sendViewport(), LAYOUT_MS);
  }

  #sendSafeAreas(): void {
    this.#shell.post("safe_area_changed", ZERO);
    this.#shell.post("content_safe_area_changed", { ...ZERO, top: this.#isFullscreen ? 58.8 : 0 });
  }

  #enterFullscreen(): void {
    if (this.#isFullscreen && this.#flavour === "k")
      this.#shell.post("fullscreen_failed", { error: "ALREADY_FULLSCREEN" });
    else this.#setFullscreen(true);
  }

  #setFullscreen(isFullscreen: boolean): void {
    this.#isFullscreen = isFullscreen;
    this.#shell.setFullscreen(isFullscreen);
    this.#shell.post("fullscreen_changed", { is_fullscreen: isFullscreen });
    if (this.#flavour === "a") this.#sendSafeAreas();
    else this.#shell.post("content_safe_area_changed", { ...ZERO, top: isFullscreen ? 56 : 0 });
  }

  #setColour(part: "header" | "background" | "bottomBar", value: unknown): void {
    const name = readText(value);
    const colour = name.startsWith("#") ? name : this.#shell.readTheme()[name];
    if (colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour)) this.#shell.setColour(part, colour);
  }

  async #openPopup(data: Data): Promise<void> {
    const popup = readPopup(data);
    const nowMs = this.#now();
    this.#popupTimesMs = this.#popupTimesMs.filter((timeMs) => timeMs > nowMs - POPUP_WINDOW_MS[this.#flavour]);
    if (popup === null || this.#popupTimesMs.length >= POPUP_LIMIT) {
      this.#shell.post("popup_closed", {});
      return;
    }
    this.#popupTimesMs.push(nowMs);
    const buttonId = await this.#shell.showPopup(popup);
    this.#shell.post("popup_closed", buttonId === null ? {} : { button_id: buttonId });
  }

  #openLink(url: string): void {
    if (URL.canParse(url) && LINK_PROTOCOLS.has(new URL(url).protocol)) this.#shell.openLink(url);
  }

  async #sharePrepared(id: string): Promise<void> {
    const outcome = await this.#shell.sharePrepared(id);
    if (!outcome.ok) {
      this.#shell.post("prepared_message_failed", { error: outcome.error ?? "UNKNOWN_ERROR" });
      return;
    }
    this.#shell.post("prepared_message_sent", {});
    if (this.#flavour === "k") this.#shell.close();
  }

  /** Web K does not say why nothing was shared. */
  async #requestChat(id: string): Promise<void> {
    const isSent = await this.#shell.shareRequested(id);
    this.#shell.post(isSent ? "requested_chat_sent" : "requested_chat_failed", { req_id: id });
  }

  async #requestPhone(): Promise<void> {
    const isSent = await this.#shell.confirm("Share your phone number with this bot?", "Share");
    this.#shell.post("phone_requested", { status: isSent ? "sent" : "cancelled" });
  }

  async #requestWriteAccess(): Promise<void> {
    const isAllowed =
      this.#shell.hasWriteAccess() || (await this.#shell.confirm("Allow this bot to send you messages?", "Allow"));
    if (isAllowed) await this.#shell.allowWriteAccess();
    this.#shell.post("write_access_requested", { status: isAllowed ? "allowed" : "cancelled" });
  }

  async #invokeCustomMethod(data: Data): Promise<void> {
    const outcome = await this.#shell.callCustomMethod(readText(data["method"]), data["params"]);
    this.#shell.post("custom_method_invoked", {
      req_id: data["req_id"],
      ...(outcome.ok ? { result: outcome.result } : { error: outcome.error }),
    });
  }

  #useDeviceStorage(eventType: string, data: Data): void {
    const requestId = { req_id: data["req_id"] };
    const key = readText(data["key"]);
    if (this.#flavour === "a") this.#shell.post("device_storage_failed", { ...requestId, error: "UNSUPPORTED" });
    else if (eventType === "web_app_device_storage_get_key") {
      this.#shell.post("device_storage_key_received", { ...requestId, value: this.#deviceStorage.get(key) ?? null });
    } else if (eventType === "web_app_device_storage_clear") {
      this.#deviceStorage.clear();
      this.#shell.post("device_storage_cleared", requestId);
    } else {
      if (typeof data["value"] === "string") this.#deviceStorage.set(key, data["value"]);
      else this.#deviceStorage.delete(key);
      this.#shell.post("device_storage_key_saved", requestId);
    }
  }
}

function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readBottomButton(data: Data): BottomButton {
  const text = readText(data["text"]);
  const position = readText(data["position"]);
  return {
    isVisible: data["is_visible"] === true && text.trim() !== "",
    isActive: data["is_active"] === true,
    isLoading: data["is_progress_visible"] === true,
    hasShine: data["has_shine_effect"] === true,
    text,
    colour: readText(data["color"]) || null,
    textColour: readText(data["text_color"]) || null,
    position: position === "right" || position === "top" || position === "bottom" ? position : "left",
  };
}

const POPUP_TEXTS: Readonly<Record<string, string>> = { ok: "OK", close: "Close", cancel: "Cancel" };

function readPopup(data: Data): Popup | null {
  const message = readText(data["message"]);
  const buttons = Array.isArray(data["buttons"]) ? (data["buttons"] as Data[]) : [];
  if (message.trim() === "" || buttons.length === 0 || buttons.length > 3) return null;
  return {
    title: readText(data["title"]),
    message,
    buttons: buttons.map((button) => {
      const type = readText(button["type"]) || "default";
      return { id: readText(button["id"]), type, text: POPUP_TEXTS[type] ?? readText(button["text"]) };
    }),
  };
}
