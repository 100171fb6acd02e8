import { expect, it } from "vitest";

import { buildAppLink, listWalletApps } from "./walletApps.ts";

const PAGE = "https://pay.example/unPaymentList?lang=zh_CN#handoff=a-B_1";
const ENCODED = "https%3A%2F%2Fpay.example%2FunPaymentList%3Flang%3Dzh_CN%23handoff%3Da-B_1";

it.each([
  ["ETH", "metamask", "https://link.metamask.io/dapp/pay.example/unPaymentList?lang=zh_CN#handoff=a-B_1"],
  ["ETH", "trust", `https://link.trustwallet.com/open_url?coin_id=60&url=${ENCODED}`],
  ["Solana", "phantom", `https://phantom.app/ul/browse/${ENCODED}?ref=https%3A%2F%2Fpay.example`],
  ["Solana", "trust", `https://link.trustwallet.com/open_url?coin_id=501&url=${ENCODED}`],
  [
    "Tron",
    "tronlink",
    `tronlinkoutside://pull.activity?param=%7B%22url%22%3A%22${ENCODED}%22%2C%22action%22%3A%22open%22%2C%22protocol%22%3A%22TronLink%22%2C%22version%22%3A%221.0%22%7D`,
  ],
] as const)("opens the page in an app of %s: %s", (walletType, appId, link) => {
  expect(listWalletApps(walletType).map((app) => app.appId)).toContain(appId);
  expect(buildAppLink(walletType, appId, PAGE)).toBe(link);
});

it("has no apps where a kind brings its own way to them", () => {
  expect(listWalletApps("Ton")).toEqual([]);
});
