import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import type { Plugin, ViteDevServer } from "vite";

/** Addresses of the gallery and their pages. */
const PAGES: Readonly<Record<string, string>> = { "/gallery": "gallery.html", "/gallery/picture": "picture.html" };

const FOLDER = path.join(import.meta.dirname, "page");

/** Serves `/gallery` in development; a build does not contain it. */
export function serveGallery(): Plugin {
  return {
    name: "serve-gallery",
    apply: "serve",
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        const page = PAGES[pathname.replace(/\/$/u, "")];
        if (page === undefined) next();
        else void sendPage(server, page, response);
      });
    },
  };
}

async function sendPage(server: ViteDevServer, page: string, response: ServerResponse): Promise<void> {
  try {
    const html = await readFile(path.join(FOLDER, page), "utf8");
    const body = await server.transformIndexHtml(`/${page}`, html);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
  } catch (error) {
    response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
  }
}
