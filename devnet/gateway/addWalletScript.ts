const TAG = '<script type="module" src="/devnet/wallets/wallet.ts"></script>';

/** Puts the local wallet into a page, before its own scripts, as a browser extension would be there before them. */
export function addWalletScript(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}${TAG}`);
}
