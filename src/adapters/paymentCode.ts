/** Lasts as long as the tab, so that a reload finds a started payment again. */
const STORED_KEY = "hongbao.paymentCode";

/** Any other text is a broken code, and could not even be sent in a header. */
const CODE = /^[\w-]+$/u;

/** The part of `window` that holds the code. */
export interface CodePage {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { readonly state: unknown; replaceState: (state: unknown, unused: string, url: string) => void };
  readonly sessionStorage: Storage;
}

/**
 * The external payment code of this page: from `#code=…`, which is stripped from the address at once, else the one that
 * this tab was opened with.
 */
export function takePaymentCode({ location, history, sessionStorage }: CodePage): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#/u, "")).get("code");
  if (code === null || code === "") return sessionStorage.getItem(STORED_KEY);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  // A new link that does not work must not open the orders of an old one.
  if (!CODE.test(code)) {
    sessionStorage.removeItem(STORED_KEY);
    return null;
  }
  sessionStorage.setItem(STORED_KEY, code);
  return code;
}
