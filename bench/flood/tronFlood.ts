import { COINS } from "#domain/coins.ts";
import { startTronLab, type TronContract, type TronLabWallet } from "#tests/support/chains/tronLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import { chooseKind, type FloodKind, type FloodNode } from "./floodNode.ts";

const BLOCK = 500;
const WALLETS = 20;
const SUN = 1_000_000;

export async function startTronFlood(): Promise<FloodNode> {
  const lab = await startTronLab(createTestClock(Date.now()));
  const payer = await lab.createWallet();
  const attackers = await Promise.all(Array.from({ length: WALLETS }, () => lab.createWallet()));
  let sent = 0;

  function write({ hex }: TronLabWallet, kind: FloodKind): TronContract {
    const asked = { owner_address: hex, to_address: lab.treasury.hex };
    if (kind === "naming") {
      const value = { ...asked, asset_name: Buffer.from("1000001").toString("hex"), amount: 1 };
      return { type: "TransferAssetContract", value };
    }
    return { type: "TransferContract", value: { ...asked, amount: kind === "dust" ? 1 : Number(COINS.tron.minBase) } };
  }

  for (const { hex } of attackers) lab.chain.fund(hex, 100_000 * SUN);
  return {
    coinType: "tron",
    urls: lab.endpoints.map(({ url }) => url),
    treasuryAddress: lab.treasury.address,
    payerAddress: payer.address,
    async flood(count) {
      for (let place = 0; place < count; place += 1) {
        const wallet = attackers[sent % WALLETS];
        if (wallet === undefined) throw new Error("there are attackers");
        lab.send(wallet.key, write(wallet, chooseKind(sent)));
        sent += 1;
        if (place % BLOCK === BLOCK - 1) await lab.advance(1);
      }
      await lab.advance(1);
    },
    pay: async (amountBase) => void (await payer.pay({ amountBase })),
    advance: () => lab.advance(1),
    stop: () => lab.stop(),
  };
}
