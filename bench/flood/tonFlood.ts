import { beginCell } from "@ton/core";
import { COINS } from "#domain/coins.ts";
import { startTonLab } from "#tests/support/chains/tonLab.ts";
import type { TonPayment } from "#tests/support/chains/tonWallet.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import { chooseKind, type FloodKind, type FloodNode } from "./floodNode.ts";

const WALLETS = 50;
/** Transfers of one message of the attackers' wallets. */
const MESSAGE = 4;
/** A jetton's notice (TEP-74): what comes with it pays for the message alone. */
const NOTICE = beginCell().storeUint(0x7362_d09c, 32).storeUint(0, 64).endCell();

export async function startTonFlood(): Promise<FloodNode> {
  const lab = await startTonLab(createTestClock(Date.now()));
  const payer = await lab.createWallet();
  const attackers = await Promise.all(Array.from({ length: WALLETS }, () => lab.createWallet()));
  const to = lab.treasury.address;
  const payments: Readonly<Record<FloodKind, TonPayment>> = {
    dust: { to, amountBase: 1n },
    least: { to, amountBase: COINS.ton.minBase },
    naming: { to, amountBase: 1n, body: NOTICE },
  };
  let sent = 0;

  return {
    coinType: "ton",
    urls: lab.endpoints.map(({ url }) => url),
    treasuryAddress: to.toString({ bounceable: false }),
    payerAddress: payer.address,
    async flood(count) {
      for (let left = count; left > 0;) {
        for (const wallet of attackers) {
          const size = Math.min(left, MESSAGE);
          if (size <= 0) break;
          await wallet.send(...Array.from({ length: size }, (_, place) => payments[chooseKind(sent + place)]));
          sent += size;
          left -= size;
        }
        await lab.advance(1);
      }
    },
    pay: async (amountBase, reference) => void (await payer.pay({ amountBase, reference })),
    advance: () => lab.advance(1),
    stop: () => lab.stop(),
  };
}
