import { expect, it } from "vitest";
import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { createKeypair } from "#tests/support/chains/solanaLab.ts";
import { describePayouts } from "./describePayouts.ts";

const RENT = 890_880n;

describePayouts("Solana by its sender", startSolanaPayoutLab, (getScene) => {
  it("opens a wallet's account with its rent, and sends nothing that leaves it less", async () => {
    const { lab, anna, step, finish } = getScene();
    const receiver = createKeypair("a poor receiver").publicKey.toBase58();
    const small = await lab.queue(anna, RENT - 1n + lab.feeBase, receiver);
    await step();
    expect(await lab.read(small)).toMatchObject({ status: "held", tx_hash: null });
    const enough = await lab.queue(anna, RENT + lab.feeBase, receiver);
    await finish(enough);
    expect(await lab.readStatus(enough)).toBe("paid");
    expect(await lab.readArrived(enough)).toBe(RENT);
  });

  it("pays a wallet that is on the chain less than its rent", async () => {
    const { lab, anna, finish } = getScene();
    const { address } = await lab.lab.createWallet();
    const held = lab.lab.readBalance(address);
    const payoutId = await lab.queue(anna, 1n + lab.feeBase, address);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(lab.lab.readBalance(address)).toBe(held + 1n);
  });
});
