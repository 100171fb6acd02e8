import type { CoinType } from "#domain/coins.ts";
import { listEdges } from "#tests/models/chartEdges.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";
import { sampleSystemInfo } from "#tests/support/samples.ts";

const [coin] = sampleSystemInfo.coins;
const network = { id: "tvm:-239", name: "TON" };
const open = (coinType: CoinType) => Object.assign({}, coin, { coinType, network });

/** Dollars and the coin of their network are open, and a withdrawal of dollars costs what the server says. */
export const DOLLARS_OPEN = {
  ...sampleSystemInfo,
  coins: [open("usdt"), open("ton")],
  payoutCoins: [{ coinType: "usdt", network, fee: "0.1" }],
};

/** What is different with dollars: the model on this one way, which is as with any other coin after that. */
export function walkOneWay(
  model: WalkedModel,
  steps: readonly string[],
  edges: readonly string[],
): Pick<ScreenWalk, "model" | "unreached"> {
  const left = listEdges(model.machine).filter(({ id }) => !edges.includes(id));
  return {
    model: { ...model, isWalked: (stimulus) => steps.includes(stimulus) },
    unreached: Object.fromEntries(left.map(({ id }) => [id, "as with any other coin"])),
  };
}
