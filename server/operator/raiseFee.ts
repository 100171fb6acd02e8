import type { Kysely } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { lockSurplus, readSurplus } from "#server/deposits/surplus.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readFreeFees } from "#server/payouts/fees.ts";
import type { PayoutRow } from "#server/payouts/payoutRow.ts";
import { readAmount } from "./args.ts";
import { lockFees } from "./bookOutgoing.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, nameAmount, type OperatorApp } from "./decision.ts";

export interface FeeDecision extends Decision {
  payoutId: string;
  /** What its transactions may cost at most, in the whole coin. */
  amount: string;
}

/**
 * Lets a signed payout that no block takes cost more than was agreed, once. Its owner pays what was agreed; the account of
 * fees pays the rest, and what it does not hold comes out of the surplus. Throws ActionRefused.
 */
export async function raiseFee(app: OperatorApp, decision: FeeDecision): Promise<ActionResult> {
  const { payoutId, amount } = decision;
  return carryOut(app, decision, async (trx) => {
    await lockSurplus(trx);
    const found = await trx
      .selectFrom("payout")
      .select("coin_type")
      .where("payout_id", "=", payoutId)
      .executeTakeFirst();
    if (found === undefined) throw new ActionRefused("There is no such payout.");
    const { coin_type: coinType } = found;
    await lockFees(trx, coinType);
    const payout = await trx
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", payoutId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const name = (base: bigint) => nameAmount(base, coinType);
    const capBase = readAmount("amount", amount, coinType);
    const summary = `payout ${payoutId} may cost ${name(capBase)}, of which its owner pays ${name(payout.fee_base)}`;
    if (payout.status !== "sending") {
      throw new ActionRefused(`The payout waits for no block: it is ${payout.status}.`);
    }
    await refuseFormerKey(trx, payout);
    const extraBase = capBase - payout.fee_cap_base;
    const isRepeat = extraBase <= 0n;
    const freeBase = await readFreeFees(trx, coinType);
    const takenBase = extraBase > freeBase ? extraBase - freeBase : 0n;
    const surplusBase = await readSurplus(trx, coinType);
    if (!isRepeat && takenBase > surplusBase) {
      throw new ActionRefused(
        `${name(takenBase)} are missing in the account of fees; the surplus is ${name(surplusBase)}.`,
      );
    }
    return {
      isRepeat,
      summary,
      async act() {
        const transactionId = `raiseFee:${payoutId}:${capBase}`;
        if (takenBase > 0n) {
          await postEntries(trx, {
            transactionId,
            kind: "raiseFee",
            at: app.clock.now(),
            entries: [
              { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: -takenBase },
              { account: ACCOUNTS.fees(coinType), coinType, amountBase: takenBase },
            ],
          });
        }
        await trx.updateTable("payout").set({ fee_cap_base: capBase }).where("payout_id", "=", payoutId).execute();
        return { kind: "raiseFee", subject: payoutId, transactionId, coinType, amountBase: takenBase };
      },
    };
  });
}

/** Its number is one of the former address, and nothing signs for that any more. */
async function refuseFormerKey(trx: Kysely<Schema>, { payout_id: payoutId, coin_type: coinType }: PayoutRow) {
  const attempt = await trx
    .selectFrom("payout_attempt")
    .select("sender_key")
    .where("payout_id", "=", payoutId)
    .where("lost_at", "is", null)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  const identity = await trx
    .selectFrom("chain_identity")
    .select("treasury_address")
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  if (attempt === undefined || identity === undefined) return;
  if (attempt.sender_key === toAddressKey(COINS[coinType].walletType, identity.treasury_address)) return;
  throw new ActionRefused(
    "The former treasury has signed it: it lands as it is, or never. No higher fee can be signed.",
  );
}
