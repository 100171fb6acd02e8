import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listen, type Listener } from "#tests/support/listen.ts";
import { readOfficialList } from "./readOfficialList.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const WALLET = {
  app_name: "own",
  name: "Own",
  image: "https://own.example/a.png",
  about_url: "https://own.example",
  bridge: [{ type: "sse", url: "https://bridge.own.example" }],
  platforms: ["ios"],
  features: [{ name: "SendTransaction" }],
};

let hosts: Listener | null = null;
afterEach(() => hosts?.stop());

/** Hosts that answer these paths. */
async function answer(answers: Readonly<Record<string, unknown>>) {
  const server = createServer((request, response) => {
    const found = answers[request.url ?? ""];
    response.statusCode = found === undefined ? 404 : 200;
    response.end(JSON.stringify(found ?? null));
  });
  hosts = await listen(server);
  const { url } = hosts;
  return { api: url, files: url, pages: "https://pages.example" };
}

const COMMITS = "/repos/ton-connect/wallets-list/commits?path=wallets-v2.json&per_page=1";
const FILE = `/ton-connect/wallets-list/${COMMIT}/wallets-v2.json`;

test("the list is read at its newest commit, and says which and when", async () => {
  const hosts = await answer({ [COMMITS]: [{ sha: COMMIT }], [FILE]: [WALLET] });
  expect(await readOfficialList(hosts, new Date("2026-11-23T23:00:00Z"))).toEqual({
    source: `https://pages.example/ton-connect/wallets-list/blob/${COMMIT}/wallets-v2.json`,
    readOn: "2026-11-23",
    wallets: [WALLET],
  });
});

test.each([
  ["no commit", { [COMMITS]: [] }],
  ["a commit of another form", { [COMMITS]: [{ sha: "main" }] }],
  ["no file", { [COMMITS]: [{ sha: COMMIT }] }],
  ["an empty list", { [COMMITS]: [{ sha: COMMIT }], [FILE]: [] }],
  ["something else", { [COMMITS]: [{ sha: COMMIT }], [FILE]: [WALLET, { name: "x" }] }],
])("nothing is taken from hosts with %s", async (_, answers) => {
  await expect(readOfficialList(await answer(answers), new Date(0))).rejects.toThrow(/./u);
});
