import type { Failure } from "#machines/kit/failure.ts";
import type { LaunchReading } from "#machines/environment/environment.machine.ts";

import { yieldToMain } from "#src/page/idle.ts";

import { parseUrl } from "../parseUrl.ts";
import { createBackStack, type BackStack } from "./backStack.ts";
import { chooseTargetOrigin, sayReady } from "./createPostEvent.ts";
import { formatHex, parseHex } from "./color.ts";
import type { Extras } from "./extras.ts";
import {
  findLaunchHash,
  hasLaunchTraces,
  readLaunchParams,
  STORED_LAUNCH_KEY,
  type LaunchParams,
  type LaunchSources,
} from "./launchParams.ts";
import { createMainButtonStack, type MainButton, type MainButtonStack } from "./mainButtonStack.ts";
import { connectHost, loadShowTheme, type Haptic, type Host } from "./sdk.ts";
import type { showTheme as ShowTheme } from "./showTheme.ts";

export interface Messenger {
  /**
   * Loads the messenger's part of the app and reads what was handed over at launch.
   * Rejects where that part cannot be loaded.
   */
  readLaunch: () => Promise<LaunchReading>;
  /** Connects to the messenger and resolves with true once it answers; false where there surely is none. */
  probeHost: () => Promise<boolean>;
  /** Follows the messenger's theme and safe areas and has it show the app. Rejects where the messenger does not work. */
  signalReady: () => Promise<boolean>;
  /** Whether the messenger draws the back arrow; if not, screens draw their own. */
  hasBackButton: () => boolean;
  /** Makes the back arrow run `handler`; overlays come before the screen. */
  pushBack: BackStack["push"];
  /** Does what the arrow does, also where the page draws one of its own. */
  pressBack: BackStack["press"];
  /** Whether the messenger draws the main button; if not, screens draw their own. Inferred from the version: no client confirms it. */
  hasMainButton: () => boolean;
  /** Shows a main button; the latest of the uppermost modal counts. */
  pushMainButton: MainButtonStack["push"];
  /** Leaves the main button to a modal that opens. */
  disableMainButton: MainButtonStack["pushModal"];
  /** Colours the messenger's bars like the page's background. */
  setGround: (ground: Ground) => void;
  /**
   * Has the messenger ask before it closes the app, where it can.
   * @returns a function that ends this
   */
  askBeforeClosing: () => () => void;
  /** Whether the bot may not write to the person yet, and the messenger can ask for it. */
  canAskToWrite: () => boolean;
  /** Has the messenger ask whether the bot may write to the person. Some clients never tell the answer. */
  requestWriteAccess: () => Promise<boolean>;
  vibrate: (kind: Haptic) => void;
  /** Opens a web or t.me link outside the app; needs a tap. */
  openLink: (url: string) => void;
  /**
   * Offers a prepared message to a chat; falls back to the share link, which opens with the tap alone. May never end.
   * @throws {Failure} where the messenger's dialog did not work in the end; from then on the link takes its place
   */
  share: (message: {
    preparedMessageId: string | null;
    shareUrl: string;
  }) => Promise<"shared" | "declined" | "linkOpened">;
  /** Null where there is no messenger. */
  loadExtras: () => Promise<Extras | null>;
  close: () => void;
  /** Keeps the launch data in the address after a navigation, where no session storage can hold it. */
  keepLaunchHash: (location: { pathname: string; search: string }) => void;
}

/** The everyday ground in the messenger's theme, the red stage, or the everyday ground under a red field at the top. */
export type Ground = "page" | "stage" | "hero";

interface MessengerOptions {
  /** False where session storage is denied. */
  isSessionReal: boolean;
}

/** Origin of the messenger's web clients, unless the server wrote another into the page. */
const DEFAULT_ORIGIN = "https://web.telegram.org";

/** Tokens of the design language: the button's face and its text. */
const MAIN_BUTTON_TOKENS = { red: ["--red", "--on-red"], gold: ["--gold", "--on-gold"] } as const;

function readSources(): LaunchSources {
  return {
    href: window.location.href,
    navigationName: performance.getEntriesByType("navigation")[0]?.name ?? null,
    stored: window.sessionStorage.getItem(STORED_LAUNCH_KEY),
  };
}

/** A launch from a keyboard button carries no identity and is useless here. */
function toLaunchReading({ rawInitData, tgUserId, languageCode, startParam }: LaunchParams): LaunchReading {
  if (rawInitData === null || tgUserId === null) return { kind: "invalid", reason: "no identity" };
  return { kind: "launched", launch: { initData: rawInitData, tgUserId, languageCode, startParam } };
}

/** A colour of the page as it is now, as tokens follow the theme; builds shorten some of them to three digits. */
function readColor(token: `--${string}`): `#${string}` | null {
  const color = parseHex(getComputedStyle(document.documentElement).getPropertyValue(token).trim());
  return color === null ? null : formatHex(color);
}

function deferByFrame(run: () => void): () => void {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

function readAllowedOrigins(): readonly string[] {
  const content = document.querySelector<HTMLMetaElement>("meta[name=messenger-origins]")?.content ?? "";
  const origins = content.split(/[\s,]+/u).filter(Boolean);
  return origins.length === 0 ? [DEFAULT_ORIGIN] : origins;
}

function readEmbedderOrigin(): string | null {
  if (window.parent === window) return null;
  const ancestor: unknown = window.location.ancestorOrigins?.[0];
  if (typeof ancestor === "string") return ancestor;
  return parseUrl(document.referrer)?.origin ?? null;
}

/** Null in no frame, and in one of an origin that may not hold the app. */
function readAllowedEmbedder(): string | null {
  const embedder = readEmbedderOrigin();
  return embedder !== null && readAllowedOrigins().includes(embedder) ? embedder : null;
}

/** The messenger around the app. */
export function createMessenger({ isSessionReal }: MessengerOptions): Messenger {
  let showTheme: typeof ShowTheme | null = null;
  let params: LaunchParams | null = null;
  /** Set once events can be posted. */
  let connected: Host | null = null;
  /** Set once the messenger is known to answer. */
  let host: Host | null = null;
  const launchHash = findLaunchHash(readSources());
  const backs = createBackStack((hasHandler) => host?.setBackButton(hasHandler));
  let closingQuestions = 0;
  let hasShareFailed = false;
  let canBotWrite = false;
  let ground: Ground = "page";
  let barsTimer: ReturnType<typeof setTimeout> | undefined;
  const mainButtons = createMainButtonStack(showMainButton, deferByFrame);

  return {
    readLaunch: async () => {
      const sources = readSources();
      if (!hasLaunchTraces(sources)) {
        sayReady(window, readAllowedEmbedder());
        return { kind: "outside" };
      }
      showTheme ??= await loadShowTheme();
      params = readLaunchParams(sources);
      if (params === null) {
        sayReady(window, readAllowedEmbedder());
        return { kind: "invalid", reason: "no whole set" };
      }
      canBotWrite = params.canBotWrite;
      window.sessionStorage.setItem(STORED_LAUNCH_KEY, JSON.stringify(params.query));
      return toLaunchReading(params);
    },
    probeHost: async () => {
      if (params === null || showTheme === null) return false;
      await yieldToMain();
      const allowed = readAllowedOrigins();
      const embedder = readEmbedderOrigin();
      try {
        connected ??= connectHost(chooseTargetOrigin(allowed, embedder) ?? DEFAULT_ORIGIN, params, showTheme);
      } catch {
        // Valid launch data in an ordinary tab, e.g. from a copied link: there is no messenger.
        return false;
      }
      // A busy host may answer too late; the browser itself vouches for the parent's origin.
      if (embedder !== null && allowed.includes(embedder)) return true;
      return connected.isAnswering();
    },
    signalReady: () => {
      if (connected === null) return Promise.resolve(false);
      if (host === null) {
        host = connected;
        host.onBackButton(() => backs.press());
        host.setBackButton(backs.hasHandler());
        host.onMainButton(() => mainButtons.press());
        host.onTheme(showColors);
        showColors();
      }
      host.show();
      return Promise.resolve(true);
    },
    hasBackButton: () => host?.hasBackButton() ?? false,
    pushBack: backs.push,
    pressBack: backs.press,
    hasMainButton: () => host?.hasMainButton() ?? false,
    pushMainButton: mainButtons.push,
    disableMainButton: mainButtons.pushModal,
    setGround: (next) => {
      if (next === ground) return;
      ground = next;
      // Reading colours makes the browser compute the styles; that is a task of its own.
      clearTimeout(barsTimer);
      barsTimer = setTimeout(showBars);
    },
    askBeforeClosing: () => {
      let isAsked = true;
      closingQuestions += 1;
      if (closingQuestions === 1) host?.setClosingQuestion(true);
      return () => {
        if (!isAsked) return;
        isAsked = false;
        closingQuestions -= 1;
        if (closingQuestions === 0) host?.setClosingQuestion(false);
      };
    },
    canAskToWrite: () => !canBotWrite && host?.canAskToWrite() === true,
    requestWriteAccess: async () => {
      canBotWrite = (await host?.requestWriteAccess()) === true;
      return canBotWrite;
    },
    vibrate: (kind) => host?.vibrate(kind),
    openLink: openOutside,
    share: async ({ preparedMessageId, shareUrl }) => {
      if (host !== null && preparedMessageId !== null && !hasShareFailed) {
        const result = await host.sharePrepared(preparedMessageId);
        if (result === "failed") {
          // The next tap opens the link; this one is long over.
          hasShareFailed = true;
          const failure: Failure = { kind: "unexpected", message: "not shared" };
          throw failure;
        }
        if (result !== "unsupported") return result;
      }
      openOutside(shareUrl);
      return "linkOpened";
    },
    loadExtras: async () => host?.loadExtras() ?? null,
    close: () => {
      if (host === null) window.close();
      else host.close();
    },
    keepLaunchHash: ({ pathname, search }) => {
      if (isSessionReal || launchHash === null || window.location.hash === launchHash) return;
      window.history.replaceState(window.history.state, "", `${pathname}${search}${launchHash}`);
    },
  };

  function showMainButton(button: MainButton | null): void {
    if (button === null) {
      host?.setMainButton(null);
      return;
    }
    const { text, isEnabled, isBusy, tone } = button;
    const [face, words] = MAIN_BUTTON_TOKENS[tone];
    host?.setMainButton({ text, isEnabled, isBusy, color: readColor(face), textColor: readColor(words) });
  }

  function showBars(): void {
    host?.setBarColors({
      header: ground === "page" ? null : readColor("--stage-edge"),
      bottom: readColor(ground === "stage" ? "--stage-bottom" : "--page"),
    });
  }

  /** The host keeps the colours it was given, so each theme sends them again. */
  function showColors(): void {
    showBars();
    mainButtons.refresh();
  }

  function openOutside(url: string): void {
    if (host === null) window.open(url, "_blank", "noopener,noreferrer");
    else host.openOutside(url);
  }
}
