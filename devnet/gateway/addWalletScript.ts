const TAG = '<script type="module" src="/devnet/wallets/wallet.ts"></script>';

/** Inserts the local wallet into a page before the page's own scripts, as a browser extension does. */
export function addWalletScript(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}${TAG}`);
}
