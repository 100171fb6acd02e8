import { computeAddress, parseEther, toQuantity, Wallet } from "ethers";
import { expect, it } from "vitest";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { startEthereumLab } from "#tests/support/chains/ethereumLab.ts";
import { requireNonceRoute } from "#tests/support/payoutRoutes.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { describePayouts } from "./describePayouts.ts";

const MINUTE_MS = 60_000;

describePayouts("Ethereum", startEthereumLab, (getDesk) => {
  it("displaces a transaction that no block takes, under the same number", async () => {
    const desk = getDesk();
    const { anvil } = desk.lab;
    const mineFee = (gwei: number) => anvil.call("anvil_setNextBlockBaseFeePerGas", [toQuantity(gwei * 1e9)]);
    const payoutId = await desk.queue();
    await desk.sender.step();
    await mineFee(9);
    await anvil.mine(1);
    await mineFee(9);
    // Later than any pause of the sender.
    desk.app.clock.advance(MINUTE_MS + 1);
    await desk.sender.step();
    const attempts = await desk.readAttempts(payoutId);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]?.sequence).toBe(attempts[0]?.sequence);
    await desk.finish(payoutId);
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
  });

  it("takes a transaction of the same money, sped up by hand, for the payout itself", async () => {
    const desk = getDesk();
    const { anvil, treasury, grossBase, feeBase } = desk.lab;
    const payoutId = await desk.queue();
    await desk.sender.step();
    await desk.lab.forget();
    await anvil.pay(treasury, (await desk.readPayout(payoutId)).to_address, grossBase - feeBase);
    await desk.advance(3);
    await desk.sender.step();
    await desk.sender.step();
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
  });

  it("gives the money back, less the fee that is gone, when the wallet's code refuses it", async () => {
    const desk = getDesk();
    const refuser = Wallet.createRandom().address;
    const before = await desk.balanceOf(desk.anna);
    const payoutId = await desk.queue(desk.lab.grossBase, refuser);
    await desk.sender.step();
    // revert(0, 0)
    await desk.lab.anvil.call("anvil_setCode", [refuser, "0x60006000fd"]);
    await desk.finish(payoutId);
    const { status, spent_base: spentBase } = await desk.readPayout(payoutId);
    expect(status).toBe("returned");
    expect(spentBase).toBeGreaterThan(0n);
    expect(await desk.balanceOf(desk.anna)).toBe(before - (spentBase ?? 0n));
  });

  it("takes no endpoint's word alone for the price: nothing is offered until both tell the same", async () => {
    const desk = getDesk();
    const { endpoints, grossBase, feeBase } = desk.lab;
    const [liar] = endpoints;
    const tip = toQuantity(parseEther("0.001") / 60_000n);
    const reward = Array.from({ length: 5 }, () => [tip]);
    liar.setRpcLie(({ method }, honest) =>
      method === "eth_feeHistory" ? { result: { ...(honest.result as object), reward } } : honest,
    );
    const payoutId = await desk.queue();
    await desk.sender.step();
    expect(await desk.readPayoutStatus(payoutId)).toBe("queued");
    liar.setLie(null);
    await desk.finish(payoutId);
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
    const { spent_base: spentBase } = await desk.readPayout(payoutId);
    expect((spentBase ?? 0n) - (grossBase - feeBase)).toBeLessThan(feeBase / 10n);
  });

  it("pays an address whose account costs more to make than any contract may use", async () => {
    const { lab, chain } = getDesk();
    const fresh = Wallet.createRandom().address;
    const makeDear = () => {
      for (const endpoint of lab.endpoints)
        endpoint.setRpcLie(({ method }, honest) =>
          method === "eth_estimateGas" ? { result: toQuantity(204_600) } : honest,
        );
    };
    const prepare = () => requireNonceRoute(chain).prepare({ to: fresh, amountBase: lab.grossBase - lab.feeBase });
    makeDear();
    const offered = (await prepare())?.offer.offeredBase ?? 0n;
    for (const endpoint of lab.endpoints) endpoint.setLie(null);
    const plain = (await prepare())?.offer.offeredBase ?? 0n;
    expect(offered).toBeGreaterThan(plain * 9n);
    // The same estimate for an address with code is a receiver that takes no plain transfer.
    await lab.anvil.call("anvil_setCode", [fresh, "0x00"]);
    makeDear();
    expect(await prepare()).toBeNull();
  });

  // The last one: it replaces the treasury.
  it("credits what still arrives at a former address, and counts what both hold", async () => {
    const desk = getDesk();
    const key = `0x${"8".repeat(64)}`;
    const config = {
      endpoints: desk.lab.endpoints.map(({ url }) => ({ url, apiKey: null })),
      treasuryAddress: computeAddress(key),
      oldTreasuryAddresses: [desk.lab.treasury.address],
      confirmations: desk.chain.confirmations,
      explorerTx: null,
      signer: createKeySigner(key),
    };
    const former = desk.watcher;
    const before = await desk.balanceOf(desk.anna);
    desk.watcher = new TestWatcher(desk.app, await createChain(ETHEREUM, config, silentLogger));
    await desk.fill(desk.lab.grossBase);
    expect(await desk.balanceOf(desk.anna)).toBe(before + desk.lab.grossBase);
    expect((await readComparison(desk.database.kysely, "eth"))?.heldBase).toBe(await desk.readTreasury());
    desk.watcher = former;
  });
});
