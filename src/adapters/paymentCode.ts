/** Lasts as long as the tab, so that a reload finds a started payment again. */
export const STORED_CODE_KEY = "hongbao.paymentCode";

/** The part of `window` that holds the code. */
export interface CodePage {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { readonly state: unknown; replaceState: (state: unknown, unused: string, url: string) => void };
  readonly sessionStorage: Storage;
}

/**
 * Keeps what the page was opened with, `code=…` or `handoff=…` in the fragment, and strips it from the address at once.
 * A new link that does not work must not open the orders of an old one, so a damaged code is kept, too.
 * @returns whether there is something to open orders with, now or since this tab was opened
 */
export function takePaymentCode({ location, history, sessionStorage }: CodePage): boolean {
  const text = /[#&](?:code|handoff)=[^&]+/u.exec(location.hash)?.[0];
  if (text !== undefined) {
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
    sessionStorage.setItem(STORED_CODE_KEY, text.slice(1));
  }
  return sessionStorage.getItem(STORED_CODE_KEY) !== null;
}
