import type { LabEndpoint, LabWallet, ChainLab, Lie } from "#tests/support/chains/chainLab.ts";
import type { TestClock } from "#tests/support/testClock.ts";
import { FINAL_DEPTH, ModelChain, type Output } from "../model/chain.ts";
import { COIN_OF, connectModel, createAddress, createTxId, ModelEndpoint, signText } from "../model/endpoints.ts";

const SHAPE = "timed";
const WALLET_BALANCE = 100n * 10n ** 9n;
const TREASURY = createAddress(SHAPE, "treasury");

class Endpoint implements LabEndpoint {
  readonly model: ModelEndpoint;

  constructor(chain: ModelChain) {
    this.model = new ModelEndpoint(chain);
  }

  setLie(lie: Lie | null): void {
    if (lie === null) this.model.lie = null;
    else if (lie.kind === "leftOut") this.model.lie = { kind: "omit", txId: lie.txId };
    else throw new Error(`no story has the lie ${lie.kind}`);
  }

  setAway(isAway: boolean): void {
    this.model.isAway = isAway;
  }
}

export interface ModelLab extends ChainLab {
  /** Money of the treasury goes elsewhere, which nobody has signed. */
  steal(amountBase: bigint): void;
}

/** The chain in memory, of one list of transactions with references. */
export async function startModelLab(clock: TestClock): Promise<ModelLab> {
  let [wallets, sent] = [0, 0];
  const holdings = new Map<string, bigint>();
  for (let number = 1; number <= 200; number += 1)
    holdings.set(createAddress(SHAPE, `wallet ${number}`), WALLET_BALANCE);
  const chain = new ModelChain(clock, holdings);
  const endpoints = [new Endpoint(chain), new Endpoint(chain)] as const;
  const spare = new Endpoint(chain);

  function send(from: string, outputs: readonly Output[], isUnreadable = false): string {
    sent += 1;
    const id = createTxId(SHAPE, `payment ${sent}`);
    chain.send({ id, from, outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable });
    return id;
  }
  function openWallet(address: string, signer = address): LabWallet {
    const toTreasury = ({ amountBase, reference = null }: { amountBase: bigint; reference?: string | null }) => ({
      to: TREASURY,
      amountBase,
      reference,
    });
    return {
      address,
      otherSpelling: address,
      sign: async ({ challengeId, message }) => ({ challengeId, signature: signText(message, signer) }),
      pay: async (...payments) => send(address, payments.map(toTreasury)),
      payUnreadably: async (amountBase) => send(address, [toTreasury({ amountBase })], true),
    };
  }
  return {
    coinType: COIN_OF[SHAPE],
    hasReferences: true,
    hasSeveralTransfers: true,
    endpoints,
    spare,
    connect: (...asked) =>
      connectModel(
        asked.map((endpoint) => (endpoint as Endpoint).model),
        { shape: SHAPE, treasuryAddress: TREASURY },
      ),
    async createWallet() {
      wallets += 1;
      return openWallet(createAddress(SHAPE, `wallet ${wallets}`));
    },
    advance: async (blocks) => chain.mine(blocks),
    drop: async (blocks) => chain.fork(Math.min(blocks, FINAL_DEPTH - 1), true),
    async sendAgain(txId) {
      const known = chain.known.get(txId);
      if (known !== undefined) chain.send(known);
    },
    adjustTreasury: async () => {
      throw new Error("money comes and goes by transactions here");
    },
    createTxId: () => createTxId(SHAPE, `never sent ${(sent += 1)}`),
    respellTxId: (txId) => txId,
    steal: (amountBase) => void send(TREASURY, [{ to: createAddress(SHAPE, "a thief"), amountBase, reference: null }]),
    stop: async () => undefined,
  };
}
