import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listen, type Listener } from "#tests/support/listen.ts";
import { askPriceFeed } from "./askPriceFeed.ts";

let feed: Listener;
let answer: { status: number; body: string };
const asked: string[] = [];

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, { location: "/elsewhere" }).end(answer.body);
  });
  feed = await listen(server);
});
afterAll(() => feed.stop());

function ask(body: string, status = 200, query = ""): Promise<string> {
  answer = { status, body };
  return askPriceFeed(`${feed.url}/price${query}`, "tron");
}

it.each([
  ['{"symbol":"TRXUSDT","price":"0.30120000"}', "0.3012"],
  ['{"price":"3051.123456789123"}', "3051.12345678"],
  ['{"price":3000}', "3000"],
])("%s is %s", async (body, price) => {
  expect(await ask(body)).toBe(price);
});

it.each([
  ['{"price":"0"}', "zero"],
  ['{"price":"0.000000001"}', "zero"],
  ['{"price":"-1"}', "no price"],
  ['{"price":"1e3"}', "no price"],
  ["{}", "no price"],
  ["null", "no price"],
  ["no JSON", "JSON"],
])("%s is no price", async (body, reason) => {
  await expect(ask(body)).rejects.toThrow(reason);
});

it("rejects a failure, a redirect and a long answer", async () => {
  await expect(ask('{"price":"1"}', 500)).rejects.toThrow("500");
  await expect(ask('{"price":"1"}', 302)).rejects.toThrow("fetch failed");
  await expect(ask(`{"price":"1","more":"${"x".repeat(1000)}"}`)).rejects.toThrow("200");
});

it("adds the pair to the query of the setting", async () => {
  await ask('{"price":"1"}', 200, "?key=7");
  expect(asked.at(-1)).toBe("/price?key=7&symbol=TRXUSDT");
});
