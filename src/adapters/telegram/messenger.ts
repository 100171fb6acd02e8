import { createBackStack } from "./backStack.ts";
import { chooseTargetOrigin } from "./chooseTargetOrigin.ts";
import type * as SdkModule from "./sdk.ts";
import { findLaunchHash, hasLaunchTraces, type LaunchSources } from "./findLaunchParams.ts";

type Sdk = typeof SdkModule;

/** What the messenger handed over at launch. */
export interface Launch {
  /** As signed by the messenger, for `telegram/auth`; null for a launch without identity. */
  rawInitData: string | null;
  startParam: string | null;
  userId: string | null;
}

export type ProbeResult =
  | { kind: "ready"; launch: Launch }
  /** Not in the messenger: no launch parameters anywhere, or nobody around to speak to. */
  | { kind: "outside" }
  /** Launch parameters are there, but not valid. */
  | { kind: "invalidLaunch" }
  /** In the messenger, but our part of it could not be loaded or started. */
  | { kind: "unavailable" };

export interface Messenger {
  /** Finds out where we are. Never rejects. The first call does the work, later ones get its answer. */
  probe: () => Promise<ProbeResult>;
  /** Tells the messenger that the first screen stands. */
  signalReady: () => void;
  /** Whether the messenger draws the back arrow; if not, screens draw their own. */
  hasBackButton: () => boolean;
  pushBack: (handler: () => void) => () => void;
  vibrate: (kind: "selection" | "success" | "error") => void;
  /** Opens a web or t.me link outside the app; needs a tap. */
  openLink: (url: string) => void;
  /** Offers a prepared message to a chat; falls back to the share link. */
  share: (message: {
    preparedMessageId: string | null;
    shareUrl: string;
  }) => Promise<"shared" | "declined" | "linkOpened">;
  close: () => void;
  /** Keeps the launch data in the address after a navigation, where no session storage can hold it. */
  keepLaunchHash: () => void;
}

interface MessengerOptions {
  /** False where session storage is denied. */
  isSessionReal: boolean;
}

/** Where the messenger's own web clients live; holds when the server wrote nothing else into the page. */
const DEFAULT_ORIGIN = "https://web.telegram.org";

const STORED_LAUNCH_KEY = "tapps/launchParams";

function readSources(): LaunchSources {
  return {
    href: window.location.href,
    navigationName: performance.getEntriesByType("navigation")[0]?.name ?? null,
    stored: window.sessionStorage.getItem(STORED_LAUNCH_KEY),
  };
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
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}

function showTheme(isDark: boolean | null): void {
  if (isDark === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

/** The messenger around the app. Its SDK is a chunk of its own and loaded only where launch data was given. */
export function createMessenger({ isSessionReal }: MessengerOptions): Messenger {
  let sdk: Sdk | null = null;
  let probing: Promise<ProbeResult> | null = null;
  const launchHash = findLaunchHash(readSources());
  const backs = createBackStack((hasHandler) => {
    sdk?.setBackButton(hasHandler);
  });

  async function probe(): Promise<ProbeResult> {
    if (!hasLaunchTraces(readSources())) return { kind: "outside" };
    let loaded: Sdk;
    try {
      loaded = await import("./sdk.ts");
    } catch {
      return { kind: "unavailable" };
    }
    let launch: Launch;
    try {
      launch = loaded.readLaunchData();
    } catch {
      return { kind: "invalidLaunch" };
    }
    const allowed = readAllowedOrigins();
    const embedder = readEmbedderOrigin();
    try {
      loaded.startSdk(chooseTargetOrigin(allowed, embedder));
    } catch {
      // Valid launch data in an ordinary tab, e.g. a copied link: nobody is there to speak to.
      return { kind: "outside" };
    }
    // A busy host may miss the time; the browser itself vouches for the origin around us.
    const isKnownEmbedder = embedder !== null && allowed.includes(embedder);
    if (!(await loaded.isHostAnswering()) && !isKnownEmbedder) return { kind: "outside" };
    try {
      loaded.followHost(showTheme);
      loaded.onBackButton(() => {
        backs.press();
      });
    } catch {
      return { kind: "unavailable" };
    }
    sdk = loaded;
    return { kind: "ready", launch };
  }

  return {
    probe: () => (probing ??= probe()),
    signalReady: () => {
      sdk?.signalReady();
    },
    hasBackButton: () => sdk?.hasBackButton() ?? false,
    pushBack: (handler) => backs.push(handler),
    vibrate: (kind) => {
      sdk?.vibrate(kind);
    },
    openLink: (url) => {
      if (sdk?.openOutside(url) !== true) window.open(url, "_blank", "noopener,noreferrer");
    },
    share: async ({ preparedMessageId, shareUrl }) => {
      if (sdk !== null && preparedMessageId !== null) {
        const result = await sdk.sharePrepared(preparedMessageId);
        if (result !== "unsupported") return result;
      }
      if (sdk?.openOutside(shareUrl) !== true) window.open(shareUrl, "_blank", "noopener,noreferrer");
      return "linkOpened";
    },
    close: () => {
      if (sdk === null) window.close();
      else sdk.closeApp();
    },
    keepLaunchHash: () => {
      if (isSessionReal || launchHash === null || window.location.hash === launchHash) return;
      window.history.replaceState(
        window.history.state,
        "",
        `${window.location.pathname}${window.location.search}${launchHash}`,
      );
    },
  };
}
