import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { StartError } from "#server/startError.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { connectLedger } from "#tests/support/chains/ledgerChain.ts";
import { createLedgerId, FINAL_DEPTH, LedgerEndpoint, LedgerNode } from "#tests/support/chains/ledgerNode.ts";
import type { Chain } from "./chain.ts";
import { connectChains, type ConnectedChains } from "./connectChains.ts";
import type { ConfiguredChain } from "./readChains.ts";

// The fake clock has no hold on these timers.
vi.mock("node:timers/promises", () => ({
  setTimeout: (durationMs: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve(value), durationMs);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    }),
}));

const RETRIED = "the chain cannot be reached: it is tried again";
const REACHED = "the chain can be reached";
const FOREIGN = "the chain is not the one of this database: it is not used";

describe("connectChains", () => {
  let told: string[];
  let connected: ConnectedChains | null;
  const tell = (fields: { coinType?: unknown }, message: string) =>
    void told.push(`${String(fields.coinType)}: ${message}`);
  const logger = { ...silentLogger, warn: tell, error: tell };
  const accept = async () => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    connected = null;
  });
  afterEach(async () => {
    await connected?.stop();
    vi.useRealTimers();
  });

  /** A chain with one endpoint, and how often it was asked to connect. */
  async function configure(coinType: CoinType) {
    const node = new LedgerNode({ now: () => new Date(0), advance: () => undefined });
    node.advance(FINAL_DEPTH);
    const endpoint = new LedgerEndpoint(node);
    const connect = async (): Promise<Chain> => ({
      ...(await connectLedger([endpoint], createLedgerId("treasury"))),
      coinType,
    });
    const facts = await connect();
    let tries = 0;
    const configured: ConfiguredChain = {
      facts,
      secrets: [],
      connect() {
        tries += 1;
        return connect();
      },
    };
    return { configured, endpoint, countTries: () => tries };
  }

  it("starts with every chain that answers", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    const checked: string[] = [];
    connected = await connectChains(
      { sol: sol.configured, ton: ton.configured },
      { logger, checkIdentity: async ({ coinType }) => void checked.push(coinType) },
    );
    expect(connected.chains.sol).toMatchObject({ state: "ready", facts: { coinType: "sol" } });
    expect(connected.chains.sol?.chain?.network.id).toBe("ledger:test");
    expect(connected.chains.ton?.state).toBe("ready");
    expect(connected.chains.eth).toBeUndefined();
    expect(checked.toSorted()).toEqual(["sol", "ton"]);
    expect(told).toEqual([]);
  });

  it("starts without one that is away, tries it less and less often, and has it once it is back", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    sol.endpoint.setAway(true);
    connected = await connectChains({ sol: sol.configured, ton: ton.configured }, { logger, checkIdentity: accept });
    const { chains } = connected;
    expect(chains.sol).toMatchObject({ state: "away", chain: null, facts: { coinType: "sol" } });
    expect(chains.ton?.state).toBe("ready");
    expect(told).toEqual([`sol: ${RETRIED}`]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sol.countTries()).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sol.countTries()).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const tries = sol.countTries();
    // Every half minute in the end.
    expect(tries).toBeGreaterThan(20);
    expect(tries).toBeLessThan(30);
    expect(told).toEqual([`sol: ${RETRIED}`]);

    sol.endpoint.setAway(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(chains.sol?.state).toBe("ready");
    expect(chains.sol?.chain).not.toBeNull();
    expect(told).toEqual([`sol: ${RETRIED}`, `sol: ${REACHED}`]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sol.countTries()).toBe(tries + 1);
  });

  it("waits a few seconds for one that does not answer, and no longer", async () => {
    const { configured } = await configure("sol");
    let answer: (chain: Chain) => void = () => undefined;
    const slow = { ...configured, connect: () => new Promise<Chain>((resolve) => (answer = resolve)) };
    let hasStarted = false;
    const starting = connectChains({ sol: slow }, { logger, checkIdentity: accept }).then((started) => {
      hasStarted = true;
      return started;
    });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(hasStarted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    connected = await starting;
    expect(connected.chains.sol?.state).toBe("away");
    answer(await configured.connect(logger));
    await vi.advanceTimersByTimeAsync(0);
    expect(connected.chains.sol?.state).toBe("ready");
  });

  it("refuses the start for one that is not the database's, and tries none of the others any more", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    ton.endpoint.setAway(true);
    const checkIdentity = async () => {
      throw new StartError("another chain");
    };
    const starting = connectChains({ sol: sol.configured, ton: ton.configured }, { logger, checkIdentity });
    await expect(starting).rejects.toThrow(new StartError("another chain"));
    const tries = ton.countTries();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ton.countTries()).toBe(tries);
  });

  it("never uses one that proves foreign after the start", async () => {
    const sol = await configure("sol");
    sol.endpoint.setAway(true);
    const checkIdentity = async () => {
      throw new StartError("another chain");
    };
    connected = await connectChains({ sol: sol.configured }, { logger, checkIdentity });
    sol.endpoint.setAway(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connected.chains.sol).toMatchObject({ state: "foreign", chain: null });
    expect(told).toEqual([`sol: ${RETRIED}`, `sol: ${FOREIGN}`]);
    const tries = sol.countTries();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(sol.countTries()).toBe(tries);
  });

  it("tries again where the chain went away during the check", async () => {
    const sol = await configure("sol");
    let checks = 0;
    const checkIdentity = async () => {
      checks += 1;
      if (checks === 1) throw new Error("away");
    };
    connected = await connectChains({ sol: sol.configured }, { logger, checkIdentity });
    expect(connected.chains.sol).toMatchObject({ state: "away", chain: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connected.chains.sol?.state).toBe("ready");
  });

  it("stops trying when it is told to, at once", async () => {
    const sol = await configure("sol");
    sol.endpoint.setAway(true);
    connected = await connectChains({ sol: sol.configured }, { logger, checkIdentity: accept });
    await connected.stop();
    sol.endpoint.setAway(false);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(sol.countTries()).toBe(1);
    expect(connected.chains.sol?.state).toBe("away");
  });
});
