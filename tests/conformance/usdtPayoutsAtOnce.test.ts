import { Address } from "@ton/core";
import { expect, it } from "vitest";
import type { UsdtLab } from "#tests/support/chains/usdtLab.ts";
import { lock, NO_RECEIVING, OPEN, startFuelledLab } from "#tests/support/chains/usdtTreasury.ts";
import { describePayouts } from "./describePayouts.ts";

/** Production's default: what is seen of a transfer is final while the rest of it is in no block yet. */
const CONFIRMATIONS = 1;

describePayouts<UsdtLab>(
  "USDT on TON whose newest block is final",
  (clock) => startFuelledLab(clock, { confirmations: CONFIRMATIONS }),
  (getDesk) => {
    it("is given back once it has come back, and not once it was refused", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutIds = [await desk.queue(), await desk.queue(), await desk.queue()];
      const [, locked = ""] = payoutIds;
      const receiver = Address.parse((await desk.readPayout(locked)).to_address);
      // The issuer locks what is deployed.
      lab.usdt.give(lab.chain, receiver, 0n);
      await lab.advance(1);
      await lock(lab, receiver, NO_RECEIVING);
      await desk.sender.step();
      const seen: string[] = [];
      for (let block = 0; block < 10; block += 1) {
        await desk.advance(1);
        await desk.sender.step();
        seen.push(await desk.readPayoutStatus(locked));
      }
      expect(seen.slice(0, 3)).toEqual(["confirming", "confirming", "confirming"]);
      expect(await Promise.all(payoutIds.map((payoutId) => desk.readPayoutStatus(payoutId)))).toEqual([
        "paid",
        "returned",
        "paid",
      ]);
      const { position, returned_position: returned, spent_base: spent } = await desk.readPayout(locked);
      expect([(returned ?? 0n) - (position ?? 0n), spent]).toEqual([2n, 0n]);
      expect(await desk.balanceOf(desk.anna)).toBe(8n * lab.grossBase);
      expect([...desk.alarms, ...desk.warnings]).toEqual([]);
      await lock(lab, receiver, OPEN);
      await lab.advance(1);
    });
  },
);
