/** No page can be used in less. */
const TINY_PX = 50;
const TINY_MS = 300;

interface TinyView {
  /** @returns whether the page is to take the height */
  hear: (heightPx: number) => boolean;
}

/** What it needs of the page. */
interface TinyPage {
  readonly document: { readonly visibilityState: string; readonly activeElement: Element | null };
  setTimeout: (run: () => void, ms: number) => number;
  clearTimeout: (timer: number | undefined) => void;
}

/**
 * Telegram for iOS 12.9 sometimes leaves the page one pixel high after a field has taken the focus within a tap: the page
 * is blank and taps are lost. Such a height is not taken, and where it lasts, the field gives the focus back, which brings
 * the page back.
 * @param onTiny called each time it lasts
 */
export function watchTinyView(page: TinyPage, onTiny: () => void): TinyView {
  let timer: number | undefined;
  return {
    hear: (heightPx) => {
      page.clearTimeout(timer);
      if (heightPx >= TINY_PX) return true;
      timer = page.setTimeout(() => {
        if (page.document.visibilityState !== "visible") return;
        (page.document.activeElement as HTMLElement | null)?.blur();
        onTiny();
      }, TINY_MS);
      return false;
    },
  };
}
