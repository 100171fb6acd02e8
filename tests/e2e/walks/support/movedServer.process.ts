/** The server with a clock that a test moves: a POST of milliseconds to `CLOCK_PORT` moves it on. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { readConfig } from "#server/config.ts";
import { createServer } from "#server/createServer.ts";
import { systemRandom } from "#server/random.ts";

const { CLOCK_PORT, ...settings } = process.env;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

const server = await createServer(readConfig(settings), { clock, random: systemRandom });

async function moveClock(request: IncomingMessage, response: ServerResponse): Promise<void> {
  aheadMs += Number(await text(request));
  response.end();
}

createHttpServer((request, response) => {
  void moveClock(request, response);
}).listen(Number(CLOCK_PORT), "127.0.0.1");
process.once("SIGTERM", () => {
  void server.close().then(() => process.exit(0));
});
await server.listen();
