/**
 * The only module that imports the messenger's SDK; it is a chunk of its own, loaded by `messenger.ts`.
 * Another SDK means another file here.
 */
import {
  applyPolyfills,
  backButton,
  hapticFeedback,
  init,
  isTMA,
  miniApp,
  openLink,
  openTelegramLink,
  retrieveLaunchParams,
  retrieveRawInitData,
  shareMessage,
  targetOrigin,
  themeParams,
  viewport,
} from "@telegram-apps/sdk-react";

/** A client that never answers is given up after this. */
const REQUEST_TIMEOUT_MS = 5_000;

/** A person may choose a chat for a while; a client that closes the dialog without a word is given up after this. */
const SHARE_TIMEOUT_MS = 120_000;

export interface LaunchData {
  /** As the messenger signed it, for the server; null for a launch that carries no identity. */
  rawInitData: string | null;
  startParam: string | null;
  tgUserId: string | null;
  /** IETF tag of the messenger's language. */
  languageCode: string | null;
}

/** @throws when nothing, or nothing valid, was handed over at launch */
export function readLaunchData(): LaunchData {
  applyPolyfills();
  const params = retrieveLaunchParams();
  const user = params.tgWebAppData?.user;
  return {
    rawInitData: retrieveRawInitData() ?? null,
    startParam: params.tgWebAppStartParam ?? params.tgWebAppData?.start_param ?? null,
    tgUserId: user === undefined ? null : String(user.id),
    languageCode: user?.language_code ?? null,
  };
}

/**
 * Begins to speak with the host. To be called once.
 * @param origin the only origin that may hear us when we are in a frame; null keeps the SDK's own
 * @throws where no host can be spoken to
 */
export function startSdk(origin: string | null): void {
  if (origin !== null) targetOrigin.set(origin);
  // Styles of the host are refused: they would need inline style in the content security policy.
  init({ acceptCustomStyles: false });
}

/** Asks the host for its theme: whoever answers is the messenger. How long that may take is the machine's business. */
export async function isHostAnswering(): Promise<boolean> {
  try {
    return await isTMA("complete", { timeout: REQUEST_TIMEOUT_MS });
  } catch {
    // In a frame of somebody else it rejects instead of resolving with false.
    return false;
  }
}

/** Tells the host to show us, and follows its theme and safe areas. Nothing here waits for an answer: some clients never give one. */
export function followHost(onTheme: (isDark: boolean | null) => void): void {
  if (themeParams.mountSync.isAvailable()) themeParams.mountSync();
  if (themeParams.bindCssVars.isAvailable()) themeParams.bindCssVars();
  // The SDK calls a theme without colours dark; such a host says nothing, so the system's own scheme decides.
  const tellTheme = () => {
    onTheme(themeParams.backgroundColor() === undefined ? null : themeParams.isDark());
  };
  tellTheme();
  themeParams.state.sub(tellTheme);

  if (miniApp.mountSync.isAvailable()) miniApp.mountSync();
  if (miniApp.setHeaderColor.isAvailable()) miniApp.setHeaderColor("secondary_bg_color");
  if (backButton.mount.isAvailable()) backButton.mount();
  if (viewport.expand.isAvailable()) viewport.expand();
  void followViewport();
}

async function followViewport(): Promise<void> {
  if (!viewport.mount.isAvailable()) return;
  try {
    await viewport.mount({ timeout: REQUEST_TIMEOUT_MS });
    if (viewport.bindCssVars.isAvailable()) viewport.bindCssVars();
  } catch {
    // Without an answer the browser's own safe areas stand in (styles/tokens.css).
  }
}

export function signalReady(): void {
  miniApp.ready();
}

/** @returns whether the host has an arrow of its own */
export function hasBackButton(): boolean {
  return backButton.show.isAvailable();
}

export function setBackButton(isVisible: boolean): void {
  if (isVisible) backButton.show.ifAvailable();
  else backButton.hide.ifAvailable();
}

export function onBackButton(handler: () => void): void {
  backButton.onClick.ifAvailable(handler);
}

export function vibrate(kind: "selection" | "success" | "error"): void {
  if (kind === "selection") hapticFeedback.selectionChanged.ifAvailable();
  else hapticFeedback.notificationOccurred.ifAvailable(kind);
}

/** @returns false where the host cannot open it */
export function openOutside(url: string): boolean {
  if (url.startsWith("https://t.me/")) return openTelegramLink.ifAvailable(url)[0];
  return openLink.ifAvailable(url)[0];
}

/** @returns whether the message went out; `unsupported` where the host has no such dialog */
export async function sharePrepared(preparedMessageId: string): Promise<"shared" | "declined" | "unsupported"> {
  if (!shareMessage.isAvailable()) return "unsupported";
  try {
    await shareMessage(preparedMessageId, { timeout: SHARE_TIMEOUT_MS });
    return "shared";
  } catch (error) {
    return String(error).includes("USER_DECLINED") ? "declined" : "unsupported";
  }
}

export function closeApp(): void {
  miniApp.close.ifAvailable();
}
