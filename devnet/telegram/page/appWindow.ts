import { el, icon } from "./dom.ts";
import { confirm, showMenu, showPopup, showToast } from "./sheets.ts";
import { themeParamsOf } from "./themes.ts";
import type { Flavour, Theme } from "./themes.ts";
import { WebAppHost } from "./webAppHost.ts";
import type { BottomButton, WebAppShell } from "./webAppHost.ts";

const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation";
const ALLOW = {
  a: "camera; microphone; geolocation;",
  k: "camera; microphone; geolocation; accelerometer; gyroscope; magnetometer; device-orientation;",
} as const;
/** Web A reports a new theme to the app only after its own transition. */
const THEME_DELAY_MS = { a: 400, k: 0 } as const;

const COLOUR_PROPERTIES = {
  header: "--app-header",
  background: "--app-background",
  bottomBar: "--app-bottom",
} as const;

export interface AppWindowOptions {
  readonly url: string;
  readonly title: string;
  readonly flavour: Flavour;
  readonly theme: Theme;
  readonly onClosed: () => void;
  readonly openTelegramLink: (url: string) => void;
  readonly sharePrepared: WebAppShell["sharePrepared"];
  readonly shareRequested: WebAppShell["shareRequested"];
  readonly hasWriteAccess: () => boolean;
  readonly allowWriteAccess: WebAppShell["allowWriteAccess"];
  readonly callCustomMethod: WebAppShell["callCustomMethod"];
}

export interface AppWindow {
  readonly element: HTMLElement;
  setTheme(theme: Theme): void;
  /** Closes without asking. */
  close(): void;
}

/** The window of an open app: Telegram's bar above, the app in a sandboxed frame, its buttons below. */
export function openAppWindow(options: AppWindowOptions): AppWindow {
  let theme = options.theme;
  let isClosed = false;
  let isMinimised = false;
  let hasSettings = false;

  const createFrame = (): HTMLIFrameElement =>
    el("iframe", {
      class: "app-frame",
      "data-testid": "app-frame",
      title: options.title,
      sandbox: SANDBOX,
      allow: ALLOW[options.flavour],
      allowfullscreen: true,
      src: options.url,
      onload: () => shell.reveal(),
    });

  const back = el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "data-testid": "app-back",
      "aria-label": "Back",
      hidden: true,
      onclick: () => host.press("back"),
    },
    icon("back"),
  );
  const mainButton = el("button", {
    type: "button",
    class: "bottom-button",
    "data-testid": "app-main-button",
    hidden: true,
    onclick: () => host.press("main"),
  });
  const secondaryButton = el("button", {
    type: "button",
    class: "bottom-button secondary",
    "data-testid": "app-secondary-button",
    hidden: true,
    onclick: () => host.press("secondary"),
  });
  const more = el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "data-testid": "app-menu",
      "aria-label": "More",
      onclick: () => void openMenu(),
    },
    icon("more"),
  );
  const header = el(
    "header",
    { class: "app-header" },
    el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "data-testid": "app-close",
        "aria-label": "Close",
        onclick: () => void closeAfterQuestion(),
      },
      icon("close"),
    ),
    back,
    el("h2", {}, options.title),
    el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "data-testid": "app-restore",
        "aria-label": "Restore",
        onclick: () => setMinimised(!isMinimised),
      },
      icon("up"),
    ),
    more,
  );
  const placeholder = el("div", { class: "app-placeholder" }, el("span", { class: "spinner" }));
  const body = el("div", { class: "app-body" }, placeholder);
  const bottomBar = el("div", { class: "bottom-bar", hidden: true }, secondaryButton, mainButton);
  const card = el(
    "section",
    { class: "app-window", "data-testid": "app-window", "data-flavour": options.flavour, "aria-label": options.title },
    header,
    body,
    bottomBar,
  );
  const element = el("div", { class: "app-backdrop" }, card);

  const updateBottomBar = (): void => {
    bottomBar.hidden = !card.classList.contains("is-revealed") || (mainButton.hidden && secondaryButton.hidden);
  };

  const applyButton = (target: HTMLButtonElement, button: BottomButton): void => {
    target.hidden = !button.isVisible;
    target.disabled = !button.isActive;
    target.classList.toggle("is-loading", button.isLoading);
    target.classList.toggle("has-shine", button.hasShine);
    target.replaceChildren(
      el("span", { class: "bottom-label" }, button.text),
      ...(button.isLoading ? [renderProgress(options.flavour)] : []),
    );
    target.style.setProperty("--button-colour", button.colour ?? "");
    target.style.setProperty("--button-text", button.textColour ?? "");
    if (target === secondaryButton) bottomBar.dataset["position"] = button.position;
    updateBottomBar();
  };

  const shell: WebAppShell = {
    post: (eventType, eventData) => frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), "*"),
    reveal: () => {
      card.classList.add("is-revealed");
      placeholder.remove();
      updateBottomBar();
    },
    close: () => close(),
    readSize: () => ({ width: frame.clientWidth, height: frame.clientHeight }),
    readTheme: () => themeParamsOf(options.flavour, theme),
    setMainButton: (button) => applyButton(mainButton, button),
    setSecondaryButton: (button) => applyButton(secondaryButton, button),
    setBackVisible: (isVisible) => {
      back.hidden = !isVisible;
      card.classList.toggle("has-back", isVisible);
    },
    setSettingsVisible: (isVisible) => {
      hasSettings = isVisible;
    },
    setColour: (part, colour) => {
      card.style.setProperty(COLOUR_PROPERTIES[part], colour);
      if (part === "header") header.dataset["ink"] = isColourDark(colour) ? "light" : "dark";
    },
    setFullscreen: (isFullscreen) => card.classList.toggle("is-fullscreen", isFullscreen),
    minimise: () => setMinimised(true),
    showPopup,
    confirm,
    showToast,
    openLink: (url) => window.open(url, "_blank", "noopener,noreferrer"),
    openTelegramLink: (pathFull) => options.openTelegramLink(`https://t.me${pathFull}`),
    sharePrepared: options.sharePrepared,
    shareRequested: options.shareRequested,
    hasWriteAccess: options.hasWriteAccess,
    allowWriteAccess: options.allowWriteAccess,
    callCustomMethod: options.callCustomMethod,
    vibrate: (durationMs) => navigator.vibrate(durationMs),
  };
  const host = new WebAppHost(options.flavour, shell, () => performance.now());
  let frame = createFrame();
  body.prepend(frame);

  const setMinimised = (isSmall: boolean): void => {
    isMinimised = isSmall;
    element.classList.toggle("is-minimised", isSmall);
    host.sendVisibility(!isSmall);
  };

  const closeAfterQuestion = async (): Promise<void> => {
    if (host.mustConfirmClosing && !(await confirm("Changes that you made may not be saved.", "Close anyway"))) return;
    close();
  };

  const openMenu = async (): Promise<void> => {
    const chosen = await showMenu(more, [
      ...(hasSettings ? [{ key: "settings", icon: "settings", label: "Settings" } as const] : []),
      { key: "reload", icon: "reload", label: "Reload Page" },
      { key: "minimise", icon: "minimise", label: isMinimised ? "Restore" : "Minimise" },
    ]);
    if (chosen === "settings") host.press("settings");
    if (chosen === "minimise") setMinimised(!isMinimised);
    if (chosen === "reload") {
      host.reload(() => {
        const next = createFrame();
        frame.replaceWith(next);
        frame = next;
      });
    }
  };

  const receive = (event: MessageEvent): void => {
    // As in the messenger: an app that has gone to another origin than the bot's address is not obeyed.
    const isOfApp = event.source === frame.contentWindow && event.origin === new URL(options.url).origin;
    if (isOfApp) host.receive(event.data);
  };
  const resized = new ResizeObserver(() => host.sendViewport());

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    window.removeEventListener("message", receive);
    resized.disconnect();
    element.remove();
    options.onClosed();
  };

  window.addEventListener("message", receive);
  resized.observe(body);
  return {
    element,
    setTheme: (next) => {
      theme = next;
      for (const name of Object.values(COLOUR_PROPERTIES)) card.style.removeProperty(name);
      delete header.dataset["ink"];
      setTimeout(() => host.sendTheme(), THEME_DELAY_MS[options.flavour]);
    },
    close,
  };
}

/** Replaces a button's words while it works; the words stay for screen readers. */
function renderProgress(flavour: Flavour): HTMLElement {
  const dots = [el("i"), el("i"), el("i")];
  return flavour === "a"
    ? el("span", { class: "spinner", "aria-hidden": "true" })
    : el("span", { class: "dots", "aria-hidden": "true" }, ...dots);
}

/** Whether white text is readable on a colour, by perceived brightness. */
function isColourDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}
