import type { Server } from "node:http";
import { Address, toNano } from "@ton/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { createTonServer } from "#devnet/ton/createTonServer.ts";
import { API_PATH, createUserWallet, USER_MNEMONICS } from "#devnet/ton/settings.ts";
import { TonChain } from "#devnet/ton/tonChain.ts";
import { createUsdt } from "#devnet/ton/usdt/usdt.ts";
import { writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import { TonBridge } from "./bridge.ts";
import { Jettons } from "./jettons.ts";
import { TonWallet } from "./provider.ts";
import { TonSigner } from "./signer.ts";

const TIME = 1_750_000_000;
const SHOP = new Address(0, Buffer.alloc(32, 3));
const usdt = createUsdt(new Address(0, Buffer.alloc(32, 1)));
let server: Server;
let wallet: TonWallet;
let owner: Address;

beforeAll(async () => {
  const chain = await TonChain.create("wallet", TIME);
  const contract = await createUserWallet(USER_MNEMONICS[0] ?? "");
  owner = contract.address;
  chain.fund(owner, toNano(5), contract.init);
  usdt.deploy(chain, [owner], 70_000_000n);
  server = createTonServer({ chain, now: () => TIME });
  const apiUrl = `http://127.0.0.1:${await listenLocally(server, 0)}${API_PATH}`;
  wallet = new TonWallet({
    signer: new TonSigner(apiUrl, USER_MNEMONICS),
    jettons: new Jettons(apiUrl, usdt.master.toString()),
    bridge: new TonBridge(Date.now),
    chain: "-3",
    readDomain: () => Promise.reject(new Error("nobody connects")),
    nowSeconds: () => TIME,
  });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** What its owner is shown, who then refuses. */
async function readQuestion(address: Address, payload: string): Promise<Record<string, string>> {
  const message = { address: address.toString(), amount: "30000000", payload };
  const request = { id: "1", method: "sendTransaction", params: [JSON.stringify({ messages: [message] })] };
  const answer = wallet.run(request, 0, "page");
  await expect.poll(() => wallet.prompts).toHaveLength(1);
  const [prompt] = wallet.prompts;
  wallet.answer(prompt?.id ?? "", false);
  await answer;
  return Object.fromEntries(prompt?.rows ?? []);
}

it("shows a jetton by who gets it and how much, with its gas and both balances", async () => {
  const payload = writeTransfer({ amountBase: 5_000_000n, to: SHOP }).toBoc().toString("base64");
  expect(await readQuestion(usdt.locate(owner), payload)).toEqual({
    From: owner.toString({ bounceable: false }),
    To: SHOP.toString({ bounceable: false }),
    Amount: "5 USDT",
    Gas: "0.03",
    Balance: "5",
    Jettons: "70 USDT",
  });
});

it("shows the coins alone where the same message goes to anybody else than the own jetton wallet", async () => {
  const payload = writeTransfer({ amountBase: 5_000_000n, to: SHOP }).toBoc().toString("base64");
  expect(await readQuestion(usdt.locate(SHOP), payload)).toEqual({
    From: owner.toString({ bounceable: false }),
    To: usdt.locate(SHOP).toString(),
    Amount: "0.03",
    Balance: "5",
  });
});
