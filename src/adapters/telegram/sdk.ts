/**
 * The only module that imports the messenger's SDK; another SDK means another file here. It uses the SDK's bridge alone,
 * and the build drops the rest: the SDK's components are more than twice as large, and wait for answers that some clients
 * never give.
 */
import { applyPolyfills, on, supports, type PostEventFn } from "@telegram-apps/sdk-react";

import { createPostEvent } from "./createPostEvent.ts";
import type { Extras } from "./extras.ts";
import { showInsets, showStableHeight } from "./hostStyle.ts";
import type { LaunchParams } from "./launchParams.ts";
import type { showTheme } from "./showTheme.ts";
import { watchTinyView } from "./tinyView.ts";

/** How long to wait for a client that may never answer. */
const PROBE_TIMEOUT_MS = 5_000;

/** A host that cannot share says so at once; later the tap is over that opening a link needs. */
const INSTANT_MS = 1_000;

export type Haptic = "selection" | "success" | "warning" | "error" | "light" | "medium" | "heavy";

/** `#rrggbb`; null leaves the choice to the host. */
type HostColor = `#${string}` | null;

export interface HostMainButton {
  text: string;
  isEnabled: boolean;
  isBusy: boolean;
  color: HostColor;
  textColor: HostColor;
}

type ShareEnd = "shared" | "declined" | "unsupported" | "failed";

/** The connected messenger. Only what gives a promise waits for an answer. */
export interface Host {
  /** Asks the host for its theme: whoever answers is the messenger. The machine sets the timeout. */
  isAnswering: () => Promise<boolean>;
  hasBackButton: () => boolean;
  setBackButton: (isVisible: boolean) => void;
  onBackButton: (handler: () => void) => void;
  hasMainButton: () => boolean;
  /** null hides it. */
  setMainButton: (button: HostMainButton | null) => void;
  onMainButton: (handler: () => void) => void;
  /** Colours the bars above and below the app; null follows the host's own theme. */
  setBarColors: (colors: { header: HostColor; bottom: HostColor }) => void;
  /** Runs after the page has taken a new theme of the host. */
  onTheme: (handler: () => void) => void;
  /** Follows theme, safe areas and height; has the host show the app. */
  show: () => void;
  /** Whether the host asks before it closes the app, where it can be told not to. */
  setClosingQuestion: (isAsked: boolean) => void;
  canAskToWrite: () => boolean;
  /** Has the host ask the person whether the bot may write to them; the bot learns the answer too. */
  requestWriteAccess: () => Promise<boolean>;
  vibrate: (kind: Haptic) => void;
  /** Opens a web or t.me link outside the app; needs a tap. */
  openOutside: (url: string) => void;
  /**
   * `unsupported` where the host has no such dialog, `failed` where it did not work in the end. It may never end: some
   * clients close the dialog without a word.
   */
  sharePrepared: (preparedMessageId: string) => Promise<ShareEnd>;
  loadExtras: () => Promise<Extras>;
  close: () => void;
}

/** The page's first script brings it; a page without that, in development, loads it. */
export async function loadShowTheme(): Promise<typeof showTheme> {
  return window.paintStart?.showTheme ?? (await import("./showTheme.ts")).showTheme;
}

/**
 * Connects to the host. To be called once.
 * @param origin the only origin that gets the events where the app is in a frame
 * @throws where there is no host
 */
export function connectHost(origin: string, { version, platform, theme }: LaunchParams, show: typeof showTheme): Host {
  applyPolyfills();
  const postEvent = createPostEvent(window, origin);
  const root = document.documentElement;

  on("reload_iframe", () => {
    // The messenger keeps its buttons until the app is back, and a press on them would be lost.
    for (const name of ["main", "back"] as const) postEvent(`web_app_setup_${name}_button`, { is_visible: false });
    postEvent("iframe_will_reload");
    window.location.reload();
  });
  on("theme_changed", ({ theme_params }) => show(root, theme_params));
  // How often stands on the page for whoever looks into a report; nothing of the person does.
  const tinyView = watchTinyView(window, () => {
    root.dataset["tinyViews"] = String(Number(root.dataset["tinyViews"] ?? 0) + 1);
  });
  on("viewport_changed", ({ height, is_state_stable }) => {
    if (tinyView.hear(height) && is_state_stable) showStableHeight(root, height);
  });
  on("safe_area_changed", (insets) => showInsets(root, "safe-area", insets));
  on("content_safe_area_changed", (insets) => showInsets(root, "content-safe-area", insets));
  show(root, theme);
  postEvent("iframe_ready", { reload_supported: true });

  return {
    isAnswering: () => hearAnswer(postEvent),
    hasBackButton: () => supports("web_app_setup_back_button", version),
    setBackButton: (isVisible) => {
      if (supports("web_app_setup_back_button", version)) {
        postEvent("web_app_setup_back_button", { is_visible: isVisible });
      }
    },
    onBackButton: (handler) => on("back_button_pressed", handler),
    hasMainButton: () => supports("web_app_setup_main_button", version),
    setMainButton: (button) =>
      postEvent("web_app_setup_main_button", button === null ? { is_visible: false } : describeMainButton(button)),
    onMainButton: (handler) => on("main_button_pressed", handler),
    setBarColors: ({ header, bottom }) => {
      if (supports("web_app_set_header_color", version)) {
        const isFree = header !== null && supports("web_app_set_header_color", "color", version);
        postEvent("web_app_set_header_color", isFree ? { color: header } : { color_key: "secondary_bg_color" });
      }
      if (bottom !== null && supports("web_app_set_bottom_bar_color", version)) {
        postEvent("web_app_set_bottom_bar_color", { color: bottom });
      }
    },
    onTheme: (handler) => on("theme_changed", handler),
    show: () => {
      // The theme of a launch is the old one after a reload.
      postEvent("web_app_request_theme");
      postEvent("web_app_request_viewport");
      // Never `web_app_request_fullscreen`: see docs/world.md.
      postEvent("web_app_expand");
      if (supports("web_app_request_safe_area", version)) {
        postEvent("web_app_request_safe_area");
        postEvent("web_app_request_content_safe_area");
      }
      postEvent("web_app_ready");
    },
    setClosingQuestion: (isAsked) => {
      // Web A never takes the question back, and would ask for nothing later.
      if (platform !== "weba" && supports("web_app_setup_closing_behavior", version)) {
        postEvent("web_app_setup_closing_behavior", { need_confirmation: isAsked });
      }
    },
    canAskToWrite: () => supports("web_app_request_write_access", version),
    requestWriteAccess: () =>
      new Promise((resolve) => {
        const stop = on("write_access_requested", ({ status }) => {
          stop();
          resolve(status === "allowed");
        });
        postEvent("web_app_request_write_access");
      }),
    vibrate: (kind) => {
      if (!supports("web_app_trigger_haptic_feedback", version)) return;
      postEvent("web_app_trigger_haptic_feedback", describeHaptic(kind));
    },
    openOutside: (url) => openOutside(postEvent, url, supports("web_app_open_tg_link", version)),
    sharePrepared: (preparedMessageId) =>
      supports("web_app_send_prepared_message", version)
        ? sharePrepared(postEvent, preparedMessageId)
        : Promise.resolve("unsupported"),
    loadExtras: async () => (await import("./extras.ts")).createExtras(postEvent, on, version),
    close: () => postEvent("web_app_close"),
  };
}

/** A native client is recognised by its bridge; an embedding page has to answer. */
function hearAnswer(postEvent: PostEventFn): Promise<boolean> {
  if ("TelegramWebviewProxy" in window) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (isHeard: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isHeard);
    };
    const timer = setTimeout(settle, PROBE_TIMEOUT_MS, false);
    const stop = on("theme_changed", () => settle(true));
    postEvent("web_app_request_theme");
  });
}

function describeMainButton({ text, isEnabled, isBusy, color, textColor }: HostMainButton) {
  return {
    is_visible: true,
    is_active: isEnabled && !isBusy,
    is_progress_visible: isBusy,
    has_shine_effect: false,
    text,
    ...(color === null ? {} : { color }),
    ...(textColor === null ? {} : { text_color: textColor }),
  };
}

function describeHaptic(kind: Haptic) {
  switch (kind) {
    case "selection":
      return { type: "selection_change" } as const;
    case "success":
    case "warning":
    case "error":
      return { type: "notification", notification_type: kind } as const;
    case "light":
    case "medium":
    case "heavy":
      return { type: "impact", impact_style: kind } as const;
  }
}

/** In a client too old for t.me links the browser opens them and hands them back to the client. */
function openOutside(postEvent: PostEventFn, url: string, knowsOwnLinks: boolean): void {
  const { hostname, pathname, search } = new URL(url);
  if (hostname === "t.me" && knowsOwnLinks) postEvent("web_app_open_tg_link", { path_full: `${pathname}${search}` });
  else postEvent("web_app_open_link", { url });
}

/** Ends the waiting of the latest dialog. The messenger has one at a time, and does not say which one an answer is of. */
let endLatest = () => {};

function sharePrepared(postEvent: PostEventFn, id: string): Promise<ShareEnd> {
  endLatest();
  const askedAtMs = performance.now();
  return new Promise((resolve) => {
    const settle = (outcome: ShareEnd) => {
      for (const stop of subscriptions) stop();
      resolve(outcome);
    };
    const subscriptions = [
      on("prepared_message_sent", () => settle("shared")),
      on("prepared_message_failed", ({ error }) => {
        if (error === "USER_DECLINED") settle("declined");
        else settle(performance.now() - askedAtMs < INSTANT_MS ? "unsupported" : "failed");
      }),
    ];
    endLatest = () => settle("declined");
    try {
      postEvent("web_app_send_prepared_message", { id });
    } catch {
      settle("unsupported");
    }
  });
}
