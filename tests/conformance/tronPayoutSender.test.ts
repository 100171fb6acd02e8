import { expect, it } from "vitest";
import { createStranger, toHex, writeOwners } from "#tests/support/chains/tronLab.ts";
import { startTronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { describePayouts } from "./describePayouts.ts";

const ACTIVATION_BASE = 1_100_000n;

describePayouts("Tron by its sender", { startLab: startTronPayoutLab }, (getScene) => {
  it("takes no more than the bandwidth for an address that is on the chain, and gives nobody what is left", async () => {
    const { lab, anna, depositBase, finish } = getScene();
    const { address } = await lab.lab.createWallet();
    const held = lab.lab.readBalance(address);
    const payoutId = await lab.queue(anna, lab.grossBase, address);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(lab.lab.readBalance(address)).toBe(held + lab.grossBase - lab.feeBase);
    const spent = (await lab.read(payoutId)).spent_base ?? 0n;
    expect(spent - (lab.grossBase - lab.feeBase)).toBeLessThan(300_000n);
    expect(await lab.readBalance(anna)).toBe(depositBase - lab.grossBase);
  });

  it("activates an address with its first transfer, for the fee that was agreed", async () => {
    const { lab, anna, finish } = getScene();
    const payoutId = await lab.queue(anna, lab.grossBase);
    await finish(payoutId);
    expect((await lab.read(payoutId)).spent_base).toBe(lab.grossBase - lab.feeBase + ACTIVATION_BASE);
  });

  it("pays in spite of weights of 64 bits, and holds what cannot be read without holding up those behind it", async () => {
    const { lab, anna, step, finish } = getScene();
    const heavy = await lab.lab.createWallet();
    lab.lab.send(heavy.key, writeOwners(heavy.hex, 2 ** 60, { [heavy.hex]: 2 ** 60 }));
    await lab.mine(1);
    const { address: odd, hex: oddHex } = await lab.lab.createWallet();
    for (const endpoint of lab.lab.endpoints) {
      endpoint.setAnswerLie((_, honest) =>
        honest["address"] === oddHex ? { ...honest, owner_permission: { threshold: -1 } } : honest,
      );
    }
    const poison = [await lab.queue(anna, lab.grossBase, odd), await lab.queue(anna, lab.grossBase, odd)];
    const payoutIds = [await lab.queue(anna, lab.grossBase, heavy.address), await lab.queue(anna, lab.grossBase)];
    await step();
    for (const payoutId of poison) expect(await lab.readStatus(payoutId)).toBe("held");
    for (const payoutId of payoutIds) {
      await finish(payoutId);
      expect(await lab.readStatus(payoutId)).toBe("paid");
    }
  });

  it("holds a payout to an address that has become a contract, and sends nothing", async () => {
    const { lab, anna, step } = getScene();
    const contract = createStranger("a contract that takes no coins");
    lab.lab.chain.deploy(toHex(contract));
    const payoutId = await lab.queue(anna, lab.grossBase, contract);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", tx_hash: null });
  });
});
