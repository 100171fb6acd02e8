import { join, resolve } from "node:path";
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

/** Serves the files of the built app. Hashed assets never change; everything else is asked for anew. */
export async function servePage(server: FastifyInstance, config: Config): Promise<void> {
  const assets = join(resolve(config.distDir), "assets");
  await server.register(fastifyStatic, {
    root: resolve(config.distDir),
    wildcard: false,
    index: false,
    cacheControl: false,
    dotfiles: "ignore",
    // The bare index.html has no messenger origins in it; the routes of the app serve the page instead.
    globIgnore: ["index.html"],
    setHeaders: (reply, path) => {
      reply.header("cache-control", path.startsWith(assets) ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
