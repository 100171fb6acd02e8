import { existsSync, readdirSync, readFileSync } from "node:fs";

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */

/** What a later screen may cost on top of what the first one has loaded. */
const ROUTE_LIMIT = "20 kB";

/** A page that is more than one screen of controls. */
const OTHER_LIMITS = {
  // Opened by itself in a browser with wallets: the orders, and the chart that pays one. What connects a wallet for it, and shows that, comes after the choice, each wallet's kit once one is chosen.
  "/unPaymentList": "24.9 kB",
  // The form in the coin or in dollars, as the last time or anew, with a worth beside every amount, what a wallet of another coin has to be, and who may open it, with where the bot does not see who is a member; what can be done about that comes later.
  "/sendPacket": "29 kB",
  "/multiSend": "29.1 kB",
  // Who has opened it, comes live: their thanks, the ways to a picture and to end it, the check of the draw, and the way to that of a draw for all, which comes later.
  "/sendRecordDetails": "22.7 kB",
  // Quote, agreement and progress, what is still to be set up first, and the switch with today's fee and its worth.
  "/withdraw": "21.5 kB",
  // The phrase by its key, who may open it, a place in a draw for all that is followed until it is drawn, with the way to its check, and every end that it can have.
  "/getPacket": "24 kB",
  // The terms of each coin, and what has arrived since, with what it is worth.
  "/addMoney": "21.5 kB",
  // Finds the type of a pasted address and knows a secret when it sees one, before anything is sent; finds the wallet that is open already, and names the network of a coin that is its guest.
  "/addWallet": "21.5 kB",
};

/** What the wallets of each kind may cost once one is chosen on the payment page, with all that they load later. */
const KIT_LIMITS = { ethereum: "6 kB", solana: "7 kB", tron: "10.5 kB", ton: "127 kB" };

// What the browser loads before the app can start: the scripts that dist/index.html names.
const scripts = [...readFileSync("dist/index.html", "utf8").matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(
  ([, file]) => file,
);

// React, the libraries and the app, each evaluated in a task of its own.
if (scripts.length !== 3) throw new Error(`the page names ${scripts.length} scripts`);

// A script that cannot be loaded ahead with all that it names is not loaded at all.
for (const script of readdirSync("dist/assets").filter((file) => file.endsWith(".js"))) {
  for (const [, file] of readFileSync(`dist/assets/${script}`, "utf8").matchAll(/"(assets\/[\w.-]+\.(?:js|css))"/g)) {
    if (!existsSync(`dist/${file}`)) throw new Error(`${script} asks for ${file}, which is not there`);
  }
}

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

/**
 * A module's chunk and every chunk it imports, without those of the first load.
 * @param {string} key
 * @param {Set<string>} found
 */
function listFiles(key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (scripts.includes(file) || found.has(file)) return found;
  found.add(file);
  for (const next of imports) listFiles(next, found);
  return found;
}

const screens = [
  ...readFileSync("src/routes/screens.ts", "utf8").matchAll(
    /"(\/\w+)": defineScreen\(\s*\(\) => import\("#(src\/[^"]+)"/g,
  ),
];
const routes = screens.map(([, route, module]) => {
  if (manifest[module] === undefined) throw new Error(`${route} is in no chunk of its own`);
  return { route, files: [...listFiles(module)] };
});
// All but /homePage, which is part of the first load.
if (routes.length < 21) throw new Error(`only ${routes.length} of the routes were found in src/routes/screens.ts`);

/**
 * The chunks of a wallet's module and of what it loads later, without those of the first load.
 * @param {string} key
 * @param {Set<string>} found
 */
function listKitFiles(key, found = new Set()) {
  if (found.has(manifest[key].file)) return found;
  listFiles(key, found);
  for (const next of manifest[key].dynamicImports ?? []) listKitFiles(next, found);
  return found;
}

const atPayment = routes.find(({ route }) => route === "/unPaymentList")?.files ?? [];
const kits = (manifest["src/adapters/wallets/loadWallet.ts"].dynamicImports ?? []).map((module) => {
  const [, kind = module] = /^src\/adapters\/wallets\/(\w+)\/wallet\.ts$/.exec(module) ?? [];
  const limit = KIT_LIMITS[kind];
  if (limit === undefined) throw new Error(`the wallets of ${kind} have no limit`);
  return { kind, limit, files: [...listKitFiles(module)].filter((file) => !atPayment.includes(file)) };
});
if (kits.length < 4) throw new Error(`only ${kits.length} kinds of wallets were found`);

export default [
  {
    // The first texts and what the first page loads while idle come on top; bench/weight.ts holds all of it.
    name: "JavaScript of the first load",
    path: scripts.map((file) => `dist/${file}`),
    gzip: true,
    limit: "129.9 kB",
  },
  ...routes.map(({ route, files }) => ({
    name: `JavaScript of ${route} on top of it`,
    path: files.map((file) => `dist/${file}`),
    gzip: true,
    limit: OTHER_LIMITS[route] ?? ROUTE_LIMIT,
  })),
  ...kits.map(({ kind, limit, files }) => ({
    name: `JavaScript of the ${kind} wallets`,
    path: files.map((file) => `dist/${file}`),
    gzip: true,
    limit,
  })),
];
