import type { DevnetInfo } from "./gatewaySettings.ts";

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}code{font-size:.85em}";

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The page that says what there is on this machine, with the addresses to bind. */
export function renderHelp({ ethereum, solana, tron, ton, mail }: DevnetInfo): string {
  const chains = { ETH: ethereum, Solana: solana, Tron: tron, Ton: ton };
  const addresses = Object.entries(chains).map(([type, chain]) => {
    if (chain === null) return "";
    const items = chain.fundedAddresses.map((address) => `<li><code>${escape(address)}</code></li>`);
    return `<h3>${type}, ${escape(chain.network.name)}</h3><ol>${items.join("")}</ol>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Help · devnet</title><style>${STYLE}</style></head><body>
<h1>The local stack</h1>
<ul>
<li><a href="/devnet/">The messenger</a>: choose a person above it, open a group, press the bot's button.</li>
${mail === null ? "<li>Mail goes to SMTP_URL.</li>" : '<li><a href="/devnet/mail/">Mail</a>: every mail that the server has sent, codes included.</li>'}
${ton === null ? "" : '<li><a href="/devnet/ton/wallet">The TON wallet</a>, which the app opens by itself.</li>'}
<li>The wallets of other coins stand at the foot of the payment page, each with its settings.</li>
<li><a href="/devnet/info">Everything as JSON</a>, keys included.</li>
</ul>
<h2>Addresses with money</h2>
<p>Bind one of them in the app; the wallet of that coin has its key.</p>
${addresses.join("\n")}
</body></html>
`;
}

/** Inserts the local wallets into a page before the page's own scripts, as browser extensions do. */
export function addWalletScript(html: string, files: readonly string[]): string {
  const tags = files.map((file) => `<script type="module" src="/devnet/wallets/${file}"></script>`);
  return html.replace(/<head[^>]*>/i, (head) => `${head}${tags.join("")}`);
}

/** Writes into Vite's page what the server writes into the built one: the origin whose messages the app accepts. */
export function writeMessengerOrigins(html: string, origin: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<meta name="messenger-origins" content="${origin}">`);
}
