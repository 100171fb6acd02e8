/**
 * The server with a clock and coins that a test changes: at `CLOCK_PORT`, a POST of milliseconds to `/clock` moves it on,
 * and one of coins to `/coins` is what a restart with this setting would be.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { COIN_TYPES } from "#domain/coins.ts";
import { readConfig } from "#server/config.ts";
import { createServer } from "#server/createServer.ts";
import { systemRandom } from "#server/random.ts";

const { CLOCK_PORT, ...settings } = process.env;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const config = readConfig(settings);
const coins = [...config.coins];

const server = await createServer({ ...config, coins }, { clock, random: systemRandom });

async function change(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (request.url === "/clock") aheadMs += Number(body);
  else coins.splice(0, coins.length, ...COIN_TYPES.filter((coinType) => body.split(",").includes(coinType)));
  response.end();
}

createHttpServer((request, response) => {
  void change(request, response);
}).listen(Number(CLOCK_PORT), "127.0.0.1");
process.once("SIGTERM", () => {
  void server.close().then(() => process.exit(0));
});
await server.listen();
