import type { Database } from "#server/db/database.ts";
import { openPayoutDesk, type PayoutDesk } from "../payoutDesk.ts";
import { createTestApp, type TestApp } from "../testApp.ts";
import type { ChainLab } from "./chainLab.ts";

/** What a payout laboratory knows of its chain. */
export interface PayoutChain<Lab extends ChainLab> {
  readonly start: (app: TestApp) => Promise<Lab>;
  /** Agreed by each payout of the lab: what the server quotes. */
  readonly feeBase: bigint;
  /** A payout of the usual size. */
  readonly grossBase: bigint;
  /** The address of a wallet that is not on the chain yet; another one for each seed. */
  readonly createReceiver: (seed: string) => string;
  readonly readBalance: (lab: Lab, address: string) => bigint;
  readonly readTreasury: (lab: Lab) => bigint;
  /** Changes the treasury's balance out of nothing, in the next block. */
  readonly adjustTreasury: (lab: Lab, differenceBase: bigint) => void;
  /** The nodes lose the transactions that are in no block. */
  readonly forget: (lab: Lab) => Promise<void>;
}

/** A treasury of one chain behind two endpoints that can lie, with a sender that pays out of it. */
export interface ChainPayoutLab<Lab extends ChainLab = ChainLab> extends PayoutDesk {
  readonly lab: Lab;
  readonly feeBase: bigint;
  readonly grossBase: bigint;
  readTreasury(): bigint;
  adjustTreasury(differenceBase: bigint): void;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

export async function openChainPayoutLab<Lab extends ChainLab>(
  database: Database,
  seed: string,
  known: PayoutChain<Lab>,
): Promise<ChainPayoutLab<Lab>> {
  const app = createTestApp(database, seed);
  const lab = await known.start(app);
  const { feeBase, grossBase } = known;
  let receivers = 0;

  const desk = openPayoutDesk(app, {
    chain: await lab.connect(...lab.endpoints),
    feeBase,
    addBlock: () => lab.advance(1),
    async createWallet() {
      const wallet = await lab.createWallet();
      return { address: wallet.address, pay: (amountBase) => wallet.pay({ amountBase }) };
    },
    createReceiver() {
      receivers += 1;
      return known.createReceiver(`${seed} receiver ${receivers}`);
    },
    readBalance: (address) => known.readBalance(lab, address),
  });
  return {
    ...desk,
    lab,
    feeBase,
    grossBase,
    readTreasury: () => known.readTreasury(lab),
    adjustTreasury: (differenceBase) => known.adjustTreasury(lab, differenceBase),
    forget: () => known.forget(lab),
    stop: () => lab.stop(),
  };
}
