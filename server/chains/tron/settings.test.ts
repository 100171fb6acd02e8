import { expect, test } from "vitest";
import { createSettingReader } from "#server/settingReader.ts";
import { readWalletNodes } from "./settings.ts";

function read(env: Record<string, string>, isOpen = true) {
  const reader = createSettingReader({ NODE_ENV: "production", ...env });
  return { access: readWalletNodes(reader, "https://app.example", isOpen), problems: reader.problems };
}

test("wallets reach the nodes that most of them ask, and nothing else", () => {
  expect(read({}).access).toEqual({
    files: [],
    connectOrigins: ["https://api.trongrid.io", "https://api.shasta.trongrid.io", "https://nile.trongrid.io"],
    sharedPaths: [],
  });
});

test("without the coin there is nothing, unless payments of it may still come", () => {
  expect(read({}, false).access).toBeNull();
  expect(read({ TRON_API_URLS: "https://a.example" }, false).access).not.toBeNull();
});

test("the operator's own list opens its own nodes alone", () => {
  const nodes = "https://a.example/jsonrpc, https://a.example, https://b.example:8090";
  const { access, problems } = read({ TRON_WALLET_NODES: nodes });
  expect(problems).toEqual([]);
  expect(access?.connectOrigins).toEqual(["https://a.example", "https://b.example:8090"]);
});

test.each(["http://a.example", "a.example", "wss://a.example"])("%s is refused in production", (url) => {
  expect(read({ TRON_WALLET_NODES: url }).problems).toHaveLength(1);
});
