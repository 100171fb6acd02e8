import { expect, test } from "vitest";
import { createSettingReader } from "#server/settingReader.ts";
import { readPageNodes } from "./settings.ts";

const PUBLIC_URL = "https://app.example";

function read(env: Record<string, string>, isOpen = true) {
  const reader = createSettingReader({ NODE_ENV: "production", ...env });
  return { access: readPageNodes(reader, PUBLIC_URL, isOpen), problems: reader.problems };
}

test("the payment page may reach the nodes that the operator names for it, and not the server's own", () => {
  const { access, problems } = read({
    SOL_RPC_URLS: "https://secret.example/key,https://other.example/key",
    SOL_PAGE_RPC_URLS: "https://a.example/rpc, https://a.example/other,https://b.example",
  });
  expect(problems).toEqual([]);
  expect(access).toEqual({
    files: [
      {
        path: "/solana-nodes.json",
        value: { rpcUrls: ["https://a.example/rpc", "https://a.example/other", "https://b.example"] },
        isForEveryone: false,
      },
    ],
    connectOrigins: ["https://a.example", "https://b.example"],
    sharedPaths: [],
  });
});

test("without such nodes the page reaches none", () => {
  const { access } = read({ SOL_RPC_URLS: "https://secret.example/key" });
  expect(access?.connectOrigins).toEqual([]);
  expect(access?.files[0]?.value).toEqual({ rpcUrls: [] });
});

test("without the coin there is nothing, unless payments of it may still come", () => {
  expect(read({}, false).access).toBeNull();
  expect(read({ SOL_RPC_URLS: "https://a.example" }, false).access).not.toBeNull();
});

test.each(["http://a.example", "a.example"])("production refuses %s", (url) => {
  expect(read({ SOL_PAGE_RPC_URLS: url }).problems).toEqual(["SOL_PAGE_RPC_URLS must be a URL with https"]);
});
