import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSettingReader } from "#server/settingReader.ts";
import { readTonConnect } from "./tonConnect.ts";

const PUBLIC_URL = "https://app.example";

function writeWallets(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "wallets-")), "wallets.json");
  writeFileSync(file, text);
  return file;
}

function read(env: Record<string, string>, isOpen = true) {
  const reader = createSettingReader({ NODE_ENV: "production", ...env });
  return { access: readTonConnect(reader, PUBLIC_URL, isOpen), problems: reader.problems };
}

test("the manifest names the app, and the bridges of the well-known wallets are open", () => {
  const { access } = read({});
  expect(access?.files[0]).toEqual({
    path: "/tonconnect-manifest.json",
    value: { url: PUBLIC_URL, name: "Hongbao", iconUrl: "https://app.example/icon-180.png" },
    isForEveryone: true,
  });
  expect(access?.connectOrigins).toEqual([
    "https://walletbot.me",
    "https://bridge.tonapi.io",
    "https://tonconnectbridge.mytonwallet.org",
    "https://connect.tonhubapi.com",
  ]);
});

test("without the coin there is nothing, unless payments of it may still come", () => {
  expect(read({}, false).access).toBeNull();
  expect(read({ TON_API_URLS: "https://a.example" }, false).access).not.toBeNull();
});

test("the operator's own list opens its own bridges alone", () => {
  const own = {
    app_name: "own",
    name: "Own",
    image: "https://own.example/a.png",
    about_url: "https://own.example",
    bridge: [{ type: "sse", url: "https://bridge.own.example/sse" }],
    platforms: ["ios"],
    features: [],
  };
  const { access, problems } = read({ TON_WALLETS_FILE: writeWallets(JSON.stringify([own])) });
  expect(problems).toEqual([]);
  expect(access?.connectOrigins).toEqual(["https://bridge.own.example"]);
  expect(access?.files[1]?.value).toEqual([own]);
});

test.each(["[]", "{", '[{"name":"x"}]', "null"])("a list like %s is refused", (text) => {
  expect(read({ TON_WALLETS_FILE: writeWallets(text) }).problems).toHaveLength(1);
});

test("production refuses a bridge without TLS", () => {
  const bridge = [{ type: "sse", url: "http://bridge.example" }];
  const own = { app_name: "a", name: "A", image: "i", about_url: "u", bridge, platforms: ["ios"], features: [] };
  expect(read({ TON_WALLETS_FILE: writeWallets(JSON.stringify([own])) }).problems).toHaveLength(1);
});
