import { relative, resolve, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

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

/**
 * Serves the files of the built app. Hashed assets are cached forever. Covers keep their names when redrawn, and an old
 * one may show for a day. Everything else is revalidated.
 */
export async function servePage(server: FastifyInstance, config: Config): Promise<void> {
  const root = resolve(config.distDir);
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
      const file = relative(root, path).split(sep);
      reply.header("cache-control", CACHE_CONTROL.get(file[0] ?? "") ?? "no-cache");
      if (sharedPaths.has(`/${file.join("/")}`)) reply.header("access-control-allow-origin", "*");
    },
  });
}
