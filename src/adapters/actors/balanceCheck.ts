import { COIN_TYPES } from "#domain/coins.ts";
import { checkBalances } from "#domain/solvency/checkBalances.ts";

import { createResourceFlow } from "./resource.ts";

/** Days of statements, among which is the newest with figures unless no server ran for a week. */
const STATEMENTS = 8;

/** Whether the person's balances are in the newest statement of solvency. The check runs on this device alone. */
export const balanceCheckFlow = createResourceFlow(
  "balanceCheck",
  async ({ api }, { tgUserId }: { tgUserId: number }, signal) => {
    const [first] = COIN_TYPES;
    const { coinTypes } = await api.get("/v1/user/accountAmountInfo", { coinType: first }, signal);
    const proofs = await Promise.all(
      coinTypes.map(async (coinType) => ({
        coinType,
        proof: await api.get("/v1/wallet/solvencyProof", { coinType }, signal),
      })),
    );
    // After the proofs, so that it has theirs.
    const statements = await api.get("/v1/system/solvency", { limit: STATEMENTS }, signal);
    return checkBalances({ tgUserId, statements, proofs });
  },
);
