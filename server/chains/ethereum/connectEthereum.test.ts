import { computeAddress } from "ethers";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import type { Block } from "./ethereumChain.ts";
import { connectEthereum } from "./connectEthereum.ts";

const TREASURY_KEY = `0x${"7".repeat(64)}`;
const TREASURY = computeAddress(TREASURY_KEY);
const DEAD_URL = "http://127.0.0.1:1";

function configOf(rpcUrls: readonly string[]) {
  return { rpcUrls, treasuryKey: TREASURY_KEY, confirmations: 4, explorerTx: null };
}

describe("connectEthereum", () => {
  let anvil: Anvil;
  let nowMs = Date.parse("2026-11-20T12:00:00Z");
  const clock = {
    now: () => new Date(nowMs),
    advance(milliseconds: number) {
      nowMs += milliseconds;
    },
  };

  beforeAll(async () => {
    anvil = await startAnvil(clock);
  });
  afterAll(() => anvil.stop());

  it("reads transfers to the treasury, and neither failed nor empty ones nor those to others", async () => {
    const chain = await connectEthereum(configOf([anvil.rpcUrl]), silentLogger);
    const [payer, other] = anvil.wallets;
    if (payer === undefined || other === undefined) throw new Error("anvil must fund accounts");
    const txHash = await anvil.pay(payer, TREASURY, 5n);
    await anvil.pay(payer, TREASURY, 0n);
    await anvil.pay(other, payer.address, 5n);
    await anvil.mine(1);
    const head = await chain.readHead();
    const blocks = await chain.readBlocks(head.number, head.number);
    expect(blocks).toEqual<Block[]>([
      {
        number: head.number,
        hash: head.hash,
        parentHash: String(await chain.readBlockHash(head.number - 1)),
        time: clock.now(),
        transfers: [
          {
            txHash,
            index: 0,
            from: payer.address,
            amountBase: 5n,
            blockNumber: head.number,
            blockHash: head.hash,
            blockTime: clock.now(),
          },
        ],
      },
    ]);
    expect(await chain.readBalance(TREASURY)).toBe(5n);
    expect(await chain.readBalanceAt(TREASURY, head.number)).toBe(5n);
    expect(await chain.readBalanceAt(TREASURY, head.number - 1)).toBe(0n);
    // A state that the node does not have, as with one that it has pruned.
    expect(await chain.readBalanceAt(TREASURY, head.number + 9)).toBeNull();
    expect(chain.network.chainId).toBe(31_337);
  });

  it("calls final what both the node's tag and the confirmations allow", async () => {
    await anvil.mine(10);
    const byConfirmations = await connectEthereum(configOf([anvil.rpcUrl]), silentLogger);
    const head = await byConfirmations.readHead();
    expect(head.finalized).toBe(head.number - 3);
    const byTag = await connectEthereum({ ...configOf([anvil.rpcUrl]), confirmations: 1 }, silentLogger);
    expect((await byTag.readHead()).finalized).toBe(head.number - 2);
  });

  it("moves on to the endpoint that answers", async () => {
    const chain = await connectEthereum(configOf([DEAD_URL, anvil.rpcUrl]), silentLogger);
    expect(await chain.readBalance(computeAddress(`0x${"9".repeat(64)}`))).toBe(0n);
    expect((await chain.readFees()).gasLimit).toBe(21_000n);
  });

  it("refuses to start without any endpoint, and with endpoints of different chains", async () => {
    await expect(connectEthereum(configOf([DEAD_URL]), silentLogger)).rejects.toThrow("no RPC endpoint answers");
    const otherChain = createServer((_, response) => response.end(JSON.stringify({ id: 1, result: "0x1" })));
    await new Promise<void>((resolve) => otherChain.listen(0, "127.0.0.1", resolve));
    const otherUrl = `http://127.0.0.1:${(otherChain.address() as AddressInfo).port}`;
    await expect(connectEthereum(configOf([anvil.rpcUrl, otherUrl]), silentLogger)).rejects.toThrow("different chains");
    otherChain.close();
  });

  it("tells an outage by the key of the call", async () => {
    const dying = await startAnvil(clock);
    const chain = await connectEthereum(configOf([dying.rpcUrl]), silentLogger);
    await dying.stop();
    await expect(chain.readBalance(TREASURY)).rejects.toMatchObject({ key: "balanceUnavailable" });
    await expect(chain.readBalanceAt(TREASURY, 1)).rejects.toMatchObject({ key: "chainUnavailable" });
    await expect(chain.readHead()).rejects.toMatchObject({ key: "chainUnavailable" });
    await expect(chain.readBlocks(1, 2)).rejects.toMatchObject({ key: "chainUnavailable" });
  });
});
