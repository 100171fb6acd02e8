import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSettingReader } from "#server/settingReader.ts";
import { readTonConnect, TON_CONNECT_LIST_FILE, type TonConnectList } from "./settings.ts";

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

test("the manifest names the app", () => {
  const { access } = read({});
  expect(access?.files[0]).toEqual({
    path: "/tonconnect-manifest.json",
    value: { url: PUBLIC_URL, name: "Hongbao", iconUrl: "https://app.example/icon-180.png" },
    isForEveryone: true,
  });
});

test("every wallet of the official list that can send is offered, and its bridge is open", () => {
  const { wallets } = JSON.parse(readFileSync(TON_CONNECT_LIST_FILE, "utf8")) as TonConnectList;
  const { access, problems } = read({});
  expect(problems).toEqual([]);
  const offered = access?.files[1]?.value as TonConnectList["wallets"];
  const others = wallets.filter(
    (wallet) => !offered.includes(offered.find((own) => own.app_name === wallet.app_name) ?? wallet),
  );
  expect(others.filter(({ features }) => JSON.stringify(features).includes("SendTransaction"))).toEqual([]);
  expect(offered.map((wallet) => wallet.app_name)).toEqual(
    expect.arrayContaining(["telegram", "telegram-wallet", "tonkeeper", "mytonwallet", "tonhub"]),
  );
  // The messenger's own stands first: nobody has to install it.
  expect(offered[0]?.app_name).toBe("telegram-wallet");
  const bridges = offered.flatMap(({ bridge }) => bridge.flatMap((way) => (way.type === "sse" ? [way.url] : [])));
  expect(new Set(access?.connectOrigins)).toEqual(new Set(bridges.map((url) => new URL(url).origin)));
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
