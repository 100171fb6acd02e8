import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";
import { isForeign } from "../http/isForeign.ts";
import { readJson } from "../http/readJson.ts";
import { sendBrowserFile, sendJson } from "../http/send.ts";
import type { BotApi } from "./botApi.ts";
import { HostApi, PageRequestError } from "./hostApi.ts";
import { parseCallParams } from "./parseCallParams.ts";
import { findPersonByNumber } from "./people.ts";
import type { Person } from "./people.ts";
import type { PhotoStore } from "./photoStore.ts";
import { TelegramRefusal } from "./telegramRefusal.ts";
import type { TelegramWorld } from "./telegramWorld.ts";

const PAGE_FOLDER = path.join(import.meta.dirname, "page");
const BOT_PATH = /^\/bot([^/]+)\/([A-Za-z]+)$/;

/** The messenger's HTTP server: the Bot API at its root, the page and its API under `/devnet/`. */
export function createTelegramServer(world: TelegramWorld, botApi: BotApi): Server {
  const hostApi = new HostApi(world, botApi);
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://telegram");
    const bot = BOT_PATH.exec(url.pathname);
    const work =
      bot === null
        ? answerPage(world, botApi.photos, hostApi, url, request, response)
        : answerBot(botApi, bot, url, request, response);
    work.catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent)
        sendJson(response, 500, { ok: false, error_code: 500, description: "Internal Server Error" });
    });
  });
}

async function answerBot(
  botApi: BotApi,
  bot: RegExpExecArray,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    const params = await parseCallParams(request, url);
    const result = await botApi.call(bot[1] ?? "", bot[2] ?? "", params, gone.signal);
    sendJson(response, 200, { ok: true, result });
  } catch (error) {
    if (!(error instanceof TelegramRefusal)) throw error;
    sendJson(response, error.errorCode, {
      ok: false,
      error_code: error.errorCode,
      description: error.message,
      ...(error.parameters === undefined ? {} : { parameters: error.parameters }),
    });
  }
}

async function answerPage(
  world: TelegramWorld,
  photos: PhotoStore,
  hostApi: HostApi,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.replace(/^\/devnet\//, "");
  try {
    if (request.method === "POST" && isForeign(request)) {
      sendJson(response, 403, { ok: false, error: "only JSON from the stack's own pages and from programs" });
    } else if (request.method === "POST" && name.startsWith("telegram/")) {
      sendJson(response, 200, await hostApi.act(name.slice("telegram/".length), await readJson(request)));
    } else if (name === "") await sendBrowserFile(response, PAGE_FOLDER, "index.html");
    else if (name.startsWith("page/")) await sendBrowserFile(response, PAGE_FOLDER, name.slice("page/".length));
    else if (name === "launch") sendJson(response, 200, hostApi.launch(url.searchParams));
    else if (name === "telegram/messages") sendJson(response, 200, hostApi.listMessages());
    else if (name === "telegram/view")
      sendJson(response, 200, hostApi.describeView(Number(url.searchParams.get("person"))));
    else if (name === "telegram/events") streamChanges(world, response);
    else if (name.startsWith("telegram/userpic/"))
      sendUserpic(response, Number.parseInt(name.slice("telegram/userpic/".length), 10));
    else if (name.startsWith("telegram/photo/")) sendPhoto(response, photos.read(name.slice("telegram/photo/".length)));
    else response.writeHead(404, { "content-type": "text/plain" }).end("not found");
  } catch (error) {
    if (!(error instanceof PageRequestError)) throw error;
    sendJson(response, 400, { ok: false, error: error.message });
  }
}

/** Notifies the page by server-sent events that there is something new to load. */
function streamChanges(world: TelegramWorld, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("data: hello\n\n");
  const stop = world.onChange(() => response.write("data: changed\n\n"));
  response.on("close", stop);
}

function sendUserpic(response: ServerResponse, n: number): void {
  const person = findPersonByNumber(n);
  if (person === undefined) response.writeHead(404).end();
  else
    response
      .writeHead(200, { "content-type": "image/svg+xml", "cross-origin-resource-policy": "cross-origin" })
      .end(drawUserpic(person));
}

function sendPhoto(response: ServerResponse, bytes: Buffer | null): void {
  if (bytes === null) response.writeHead(404).end();
  else {
    const type = bytes[0] === 0x89 ? "image/png" : "image/jpeg";
    response.writeHead(200, { "content-type": type, "cache-control": "max-age=31536000, immutable" }).end(bytes);
  }
}

/** Background, skin, hair and clothes of each drawn person. */
const LOOKS = [
  ["#ffd9c7", "#f2c6a5", "#8a4b22", "#d8563f"],
  ["#d5ecff", "#f3cfa9", "#221c1c", "#2f6fd0"],
  ["#e4f6d4", "#c98d5f", "#1d1512", "#3f9a4c"],
  ["#d9f5f2", "#edc39a", "#2a1d18", "#1d9c8c"],
  ["#fff0c9", "#e0a777", "#4b2a17", "#e08a1e"],
  ["#efe0fb", "#b97d52", "#161214", "#8a4fc4"],
  ["#fde0ea", "#f5d3b3", "#2b1a1f", "#cf4b7d"],
] as const;

/** Draws a portrait, so that no picture of a real person is needed. */
function drawUserpic(person: Person): string {
  const [wall, skin, hair, clothes] = LOOKS[(person.n - 1) % LOOKS.length] ?? LOOKS[0];
  const length = person.n % 2 === 1 ? 104 : 62;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" role="img">
<rect width="160" height="160" fill="${wall}"/>
<rect x="44" y="28" width="72" height="${length}" rx="36" fill="${hair}"/>
<path d="M18 168c0-40 26-58 62-58s62 18 62 58z" fill="${clothes}"/>
<path d="M68 92h24v22a12 12 0 0 1-24 0z" fill="${skin}"/>
<ellipse cx="80" cy="70" rx="29" ry="33" fill="${skin}"/>
<path d="M50 66c2-30 58-30 60 0-14-4-22-12-${person.n % 2 === 1 ? 26 : 32}-16-6 8-18 14-${person.n % 2 === 1 ? 34 : 28} 16z" fill="${hair}"/>
</svg>`;
}
