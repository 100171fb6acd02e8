/** Inserts the local wallets into a page before the page's own scripts, as browser extensions do. */
export function addWalletScript(html: string, files: readonly string[]): string {
  const tags = files.map((file) => `<script type="module" src="/devnet/wallets/${file}"></script>`);
  return html.replace(/<head[^>]*>/i, (head) => `${head}${tags.join("")}`);
}
