import { Address, Cell, toNano } from "@ton/core";
import { expect, it } from "vitest";
import { startUsdtLab } from "#tests/support/chains/usdtLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import { describeChain } from "./describeChain.ts";

describeChain("USDT on TON", startUsdtLab);

it("builds a payment that arrives as it was asked for, and tells the gas that goes along", async () => {
  const lab = await startUsdtLab(createTestClock());
  const anna = await lab.createWallet();
  const chain = await lab.connect(...lab.endpoints);
  const [from, to] = [anna.address, lab.treasury.address.toString({ bounceable: false })];
  const reference = "0123456789ABCDEF";
  const { gas, signing } = await chain.buildPayment({ from, to, amountBase: 5_000_000n, reference });
  expect(gas).toEqual({ attachedBase: toNano("0.03"), heldBase: lab.readBalance(from) });
  if (signing.kind !== "ton") throw new Error("no payment of TON");
  const { messages } = signing.request as { messages: { address: string; amount: string; payload: string }[] };
  const before = (await chain.readHead()).position;
  await anna.send(
    ...messages.map(({ address, amount, payload }) => ({
      to: Address.parse(address),
      amountBase: BigInt(amount),
      bounce: true,
      body: Cell.fromBase64(payload),
    })),
  );
  await lab.advance(4);
  const { agreed } = await chain.listArrivals({ after: before, upTo: await chain.readFinal() });
  expect(agreed).toMatchObject([{ from, amountBase: 5_000_000n, reference }]);
  await lab.stop();
});
