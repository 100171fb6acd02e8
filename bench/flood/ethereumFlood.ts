import { computeAddress, toQuantity } from "ethers";
import { COINS } from "#domain/coins.ts";
import { startAnvil } from "#tests/support/anvil.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import { chooseKind, type FloodKind, type FloodNode } from "./floodNode.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
/** Plain transfers that fit into a block. */
const BLOCK = 1_400;
const VALUES: Readonly<Record<FloodKind, bigint>> = { dust: 1n, least: COINS.eth.minBase, naming: 0n };

export async function startEthereumFlood(): Promise<FloodNode> {
  const clock = createTestClock(Date.now());
  const anvil = await startAnvil(clock);
  const [attacker, payer] = anvil.wallets;
  if (attacker === undefined || payer === undefined) throw new Error("anvil must fund accounts");
  await anvil.mine(3);
  let sent = 0;

  async function send(count: number): Promise<void> {
    const nonce = Number(await anvil.call("eth_getTransactionCount", [attacker?.address, "pending"]));
    const batch = Array.from({ length: count }, (_, place) => {
      const value = toQuantity(VALUES[chooseKind(sent + place)]);
      const gas = toQuantity(21_000);
      const from = attacker?.address;
      return {
        jsonrpc: "2.0",
        id: place,
        method: "eth_sendTransaction",
        params: [{ from, to: TREASURY, value, gas, nonce: toQuantity(nonce + place) }],
      };
    });
    sent += count;
    const response = await fetch(anvil.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(batch),
    });
    const answers = (await response.json()) as { error?: { message: string } }[];
    const refused = answers.find(({ error }) => error !== undefined);
    if (refused !== undefined) throw new Error(refused.error?.message);
  }

  return {
    coinType: "eth",
    urls: [anvil.rpcUrl, anvil.rpcUrl.replace("127.0.0.1", "localhost")],
    treasuryAddress: TREASURY,
    payerAddress: payer.address,
    async flood(count) {
      for (let left = count; left > 0; left -= BLOCK) {
        await send(Math.min(left, BLOCK));
        await anvil.mine(1);
      }
    },
    pay: async (amountBase) => void (await anvil.pay(payer, TREASURY, amountBase)),
    advance: () => anvil.mine(1),
    stop: () => anvil.stop(),
  };
}
