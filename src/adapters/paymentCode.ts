/** Lasts as long as the tab, so that a reload finds a started payment again. */
export const STORED_CODE_KEY = "hongbao.paymentCode";

/** What a link to the payment page carries in its fragment. */
const LINKED_CODE = /[#&](?:code|handoff)=[^&]+/u;

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
  const text = LINKED_CODE.exec(location.hash)?.[0];
  if (text !== undefined) {
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
    sessionStorage.setItem(STORED_CODE_KEY, text.slice(1));
  }
  return sessionStorage.getItem(STORED_CODE_KEY) !== null;
}

interface FollowedPage extends CodePage {
  readonly location: CodePage["location"] & { reload: () => void };
  addEventListener: (type: "hashchange", handle: () => void) => void;
}

/** A link that is pasted into the open page changes only the fragment: the page begins anew with its code. */
export function followPaymentLinks(page: FollowedPage): void {
  page.addEventListener("hashchange", () => {
    if (!LINKED_CODE.test(page.location.hash)) return;
    takePaymentCode(page);
    page.location.reload();
  });
}
