import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { StartError } from "#server/startError.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { ModelChain } from "#tests/model/chain.ts";
import { connectModel, createAddress, ModelEndpoint } from "#tests/model/endpoints.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import type { Chain } from "./chain.ts";
import { connectChains, type ConnectedChains } from "./connectChains.ts";
import type { ConfiguredChain } from "./readChains.ts";

const RETRIED = "the chain is unreachable: retrying";
const REACHED = "the chain is reachable again";
const FOREIGN = "chain identity mismatch; chain disabled";

describe("connectChains", () => {
  let logged: string[];
  let connected: ConnectedChains | null;
  const record = (fields: { coinType?: unknown }, message: string) =>
    void logged.push(`${String(fields.coinType)}: ${message}`);
  const logger = { ...silentLogger, warn: record, error: record };
  const accept = async () => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    logged = [];
    connected = null;
  });
  afterEach(async () => {
    await connected?.stop();
    vi.useRealTimers();
  });

  /** A chain with one endpoint, and the number of connection attempts. */
  async function configure(coinType: CoinType) {
    const endpoint = new ModelEndpoint(new ModelChain(createTestClock(), new Map()));
    const treasuryAddress = createAddress("timed", "treasury");
    const connect = async (): Promise<Chain> => ({
      ...(await connectModel([endpoint], { shape: "timed", treasuryAddress })),
      coinType,
    });
    const facts = await connect();
    let tries = 0;
    const configured: ConfiguredChain = {
      facts,
      hasSigner: false,
      payoutLimits: { personPerDayBase: 1n, allPerHourBase: 1n },
      secrets: [],
      connect() {
        tries += 1;
        return connect();
      },
    };
    return { configured, endpoint, countTries: () => tries };
  }

  it("starts with every reachable chain", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    const checked: string[] = [];
    connected = await connectChains(
      { sol: sol.configured, ton: ton.configured },
      { logger, checkIdentity: async ({ coinType }) => void checked.push(coinType) },
    );
    expect(connected.chains.sol).toMatchObject({ state: "ready", facts: { coinType: "sol" } });
    expect(connected.chains.sol?.chain?.network.id).toBe("model:timed");
    expect(connected.chains.ton?.state).toBe("ready");
    expect(connected.chains.eth).toBeUndefined();
    expect(checked.toSorted()).toEqual(["sol", "ton"]);
    expect(logged).toEqual([]);
  });

  it("starts without an unreachable chain, retries at growing intervals, and uses it once it answers", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    sol.endpoint.isAway = true;
    connected = await connectChains({ sol: sol.configured, ton: ton.configured }, { logger, checkIdentity: accept });
    const { chains } = connected;
    expect(chains.sol).toMatchObject({ state: "away", chain: null, facts: { coinType: "sol" } });
    expect(chains.ton?.state).toBe("ready");
    expect(logged).toEqual([`sol: ${RETRIED}`]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sol.countTries()).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sol.countTries()).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const tries = sol.countTries();
    // The longest interval is half a minute.
    expect(tries).toBeGreaterThan(20);
    expect(tries).toBeLessThan(30);
    expect(logged).toEqual([`sol: ${RETRIED}`]);

    sol.endpoint.isAway = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(chains.sol?.state).toBe("ready");
    expect(chains.sol?.chain).not.toBeNull();
    expect(logged).toEqual([`sol: ${RETRIED}`, `sol: ${REACHED}`]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sol.countTries()).toBe(tries + 1);
  });

  it("waits a few seconds for a chain that does not answer", async () => {
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

  it("refuses the start for another chain than the database's, and stops trying the others", async () => {
    const sol = await configure("sol");
    const ton = await configure("ton");
    ton.endpoint.isAway = true;
    const checkIdentity = async () => {
      throw new StartError("another chain");
    };
    const starting = connectChains({ sol: sol.configured, ton: ton.configured }, { logger, checkIdentity });
    await expect(starting).rejects.toThrow(new StartError("another chain"));
    const tries = ton.countTries();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ton.countTries()).toBe(tries);
  });

  it("never uses a chain that turns out foreign after the start", async () => {
    const sol = await configure("sol");
    sol.endpoint.isAway = true;
    const checkIdentity = async () => {
      throw new StartError("another chain");
    };
    connected = await connectChains({ sol: sol.configured }, { logger, checkIdentity });
    sol.endpoint.isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connected.chains.sol).toMatchObject({ state: "foreign", chain: null });
    expect(logged).toEqual([`sol: ${RETRIED}`, `sol: ${FOREIGN}`]);
    const tries = sol.countTries();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(sol.countTries()).toBe(tries);
  });

  it("retries a chain that becomes unreachable during the check", async () => {
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

  it("stops retrying at once when asked", async () => {
    const sol = await configure("sol");
    sol.endpoint.isAway = true;
    connected = await connectChains({ sol: sol.configured }, { logger, checkIdentity: accept });
    await connected.stop();
    sol.endpoint.isAway = false;
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(sol.countTries()).toBe(1);
    expect(connected.chains.sol?.state).toBe("away");
  });
});
