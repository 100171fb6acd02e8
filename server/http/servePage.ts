import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { QUICKNET } from "#domain/draw/beacon.ts";
import type { Config } from "#server/config.ts";

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The built page with what the app reads of the settings in its head, or null if the app is not built. */
export async function loadPage(config: Config): Promise<string | null> {
  const html = await readFile(join(config.distDir, "index.html"), "utf8").catch(() => null);
  const { hash, publicKey, genesisS, periodS } = config.beacon.chain;
  const settings = {
    "messenger-origins": config.messengerOrigins.join(" "),
    inspect: config.inspector,
    // The app believes another one only on the machine that shows it.
    beacon: hash === QUICKNET.hash ? null : [hash, publicKey, genesisS, periodS].join(","),
  };
  const metas = Object.entries(settings).flatMap(([name, content]) =>
    content === null ? [] : `<meta name="${name}" content="${escapeAttribute(content)}">`,
  );
  return html?.replace(/<head[^>]*>/, (head) => `${head}${metas.join("")}`) ?? null;
}

/** A page in one content encoding. */
interface PackedPage {
  /** The value of `content-encoding`; null for none. */
  encoding: string | null;
  body: Buffer;
}

/** Compresses a page once; returns a function that picks the smallest encoding of an `accept-encoding`. */
export function packPage(html: string): (acceptEncoding: string | undefined) => PackedPage {
  const plain: PackedPage = { encoding: null, body: Buffer.from(html) };
  const packed: readonly PackedPage[] = [
    { encoding: "br", body: brotliCompressSync(plain.body) },
    { encoding: "gzip", body: gzipSync(plain.body, { level: 9 }) },
  ];
  return (acceptEncoding = "") => {
    const parts = acceptEncoding.toLowerCase().split(",");
    const allowed = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
    const accepted = new Set(allowed.map((part) => part.split(";")[0]?.trim()));
    return packed.find(({ encoding }) => accepted.has(encoding ?? "")) ?? plain;
  };
}

/** Serves what wallets, and the pages that reach them, read of this app. */
export function addWalletFiles(server: FastifyInstance, { walletAccess }: Config): void {
  for (const { path, value, isForEveryone } of walletAccess.flatMap(({ files }) => files)) {
    server.get(path, async (_, reply) => {
      if (isForEveryone) reply.header("access-control-allow-origin", "*");
      return reply.header("cache-control", "no-cache").send(value);
    });
  }
}

/** Whether a request that matches no file and no call is a route of the app. */
export function isPageRequest({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?");
  const isFile = path.slice(path.lastIndexOf("/")).includes(".");
  const { accept } = headers;
  const isHtmlWanted = accept === undefined || /text\/html|\*\/\*/.test(accept);
  return (method === "GET" || method === "HEAD") && isHtmlWanted && !isFile && !/^\/(api|assets)(\/|$)/.test(path);
}

/** Whether a URL is the payment page, which runs in an ordinary browser and in no frame. Matched as the router does. */
export function isPaymentPage(url: string): boolean {
  const [path = ""] = url.split("?");
  try {
    return /^\/+unpaymentlist\/*$/i.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** By the file's folder. */
const CACHE_CONTROL = new Map([
  ["assets", "public, max-age=31536000, immutable"],
  ["covers", "public, max-age=86400, stale-while-revalidate=604800"],
]);

/** What is served in place of a file to who takes it compressed. */
const COMPRESSED = /\.(?:br|gz)$/;

/** The page that checks draws. */
const VERIFY_PAGE = "verify.html";

/** The policy that stands in a page, and that nobody frames it; a page without one may do nothing. */
async function readOwnPolicy(path: string): Promise<string> {
  const html = await readFile(path, "utf8").catch(() => "");
  const [, policy = "default-src 'none'"] = /content="(default-src 'none'[^"]*)"/.exec(html) ?? [];
  return `${policy}; frame-ancestors 'none'`;
}

/**
 * Serves the files of the built app. Hashed assets are cached forever. Covers keep their names when redrawn, and an old
 * one may show for a day. Everything else is revalidated.
 */
export async function servePage(
  server: FastifyInstance,
  config: Pick<Config, "distDir" | "walletAccess">,
): Promise<void> {
  const root = resolve(config.distDir);
  const ownPolicy = await readOwnPolicy(join(root, VERIFY_PAGE));
  const sharedPaths = new Set(config.walletAccess.flatMap((access) => access.sharedPaths));
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    dotfiles: "ignore",
    // The bare index.html lacks the messenger origins; the app's routes serve the page instead.
    globIgnore: ["index.html", "**/*.{br,gz}"],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const file = relative(root, path.replace(COMPRESSED, "")).split(sep);
      reply.header("cache-control", CACHE_CONTROL.get(file[0] ?? "") ?? "no-cache");
      if (file.join("/") === VERIFY_PAGE) reply.header("content-security-policy", ownPolicy);
      if (sharedPaths.has(`/${file.join("/")}`)) reply.header("access-control-allow-origin", "*");
    },
  });
}
