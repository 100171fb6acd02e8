import { expect, it } from "vitest";
import { createStranger, toHex } from "#tests/support/chains/tronLab.ts";
import { startTronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { describePayouts } from "./describePayouts.ts";

const ACTIVATION_BASE = 1_100_000n;

describePayouts("Tron by its sender", startTronPayoutLab, (getScene) => {
  it("takes no more than the bandwidth for an address that is on the chain, and gives nobody what is left", async () => {
    const { lab, anna, depositBase, finish, readBalance } = getScene();
    const { address } = await lab.lab.createWallet();
    const held = lab.lab.readBalance(address);
    const payoutId = await lab.queue(anna, lab.grossBase, address);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(lab.lab.readBalance(address)).toBe(held + lab.grossBase - lab.feeBase);
    const spent = (await lab.read(payoutId)).spent_base ?? 0n;
    expect(spent - (lab.grossBase - lab.feeBase)).toBeLessThan(300_000n);
    expect(await readBalance()).toBe(depositBase - lab.grossBase);
  });

  it("activates an address with its first transfer, for the fee that was agreed", async () => {
    const { lab, anna, finish } = getScene();
    const payoutId = await lab.queue(anna, lab.grossBase);
    await finish(payoutId);
    expect((await lab.read(payoutId)).spent_base).toBe(lab.grossBase - lab.feeBase + ACTIVATION_BASE);
  });

  it("pays in spite of weights of 64 bits, and holds what cannot be read without holding up those behind it", async () => {
    const { lab, anna, step, finish } = getScene();
    const most = String(2n ** 60n);
    const heavy = createStranger("weights of 64 bits");
    lab.lab.chain.setOwner(toHex(heavy), { threshold: most, keys: [{ address: toHex(heavy), weight: most }] });
    const odd = createStranger("a negative weight");
    lab.lab.chain.setOwner(toHex(odd), { threshold: "1", keys: [{ address: toHex(odd), weight: "-1" }] });
    const poison = [await lab.queue(anna, lab.grossBase, odd), await lab.queue(anna, lab.grossBase, odd)];
    const payoutIds = [await lab.queue(anna, lab.grossBase, heavy), await lab.queue(anna, lab.grossBase)];
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
