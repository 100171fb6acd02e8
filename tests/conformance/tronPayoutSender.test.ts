import { expect, it } from "vitest";
import { writeOwners } from "#tests/support/chains/tronLab.ts";
import { startTronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { describePayouts } from "./describePayouts.ts";

describePayouts("Tron by its sender", { startLab: startTronPayoutLab }, (getScene) => {
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
});
