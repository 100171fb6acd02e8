/** How far a page is scrolled, with a visible link as an anchor: what is above may have another height later. */
export interface ScrollPlace {
  topPx: number;
  link: { href: string; topPx: number } | null;
}

export function findScrollPlace({ document, scrollY, innerHeight }: Window): ScrollPlace {
  for (const link of document.querySelectorAll("main a[href]")) {
    const topPx = link.getBoundingClientRect().top;
    if (topPx < 0 || topPx > innerHeight) continue;
    return { topPx: scrollY, link: { href: link.getAttribute("href") ?? "", topPx } };
  }
  return { topPx: scrollY, link: null };
}

/** Call it on a page that is not scrolled. */
export function showScrollPlace(window: Window, { topPx, link }: ScrollPlace): void {
  if (topPx === 0) return;
  window.scrollTo(0, topPx);
  if (link === null) return;
  const shown = window.document.querySelector(`main a[href="${CSS.escape(link.href)}"]`);
  if (shown !== null) window.scrollBy(0, shown.getBoundingClientRect().top - link.topPx);
}
