import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { lockAccount } from "#server/accounts/account.ts";
import { carryOutCommand, type CommandName, type CommandRequest } from "#server/operator/commands.ts";
import { createPayout } from "#server/payouts/create.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import { callAs } from "#tests/support/story.ts";
import { signText } from "./endpoints.ts";
import { FEE_BASE } from "./payouts.ts";
import type { MoneyWorld } from "./world.ts";

/** Binds an address to a person by the proof that its wallet signs. */
export async function proveWallet({ app, coinType }: MoneyWorld, person: bigint, address: string): Promise<void> {
  const type = COINS[coinType].walletType;
  const { challengeId, message } = await callAs(app, walletChallenge, person, { body: { type, address } });
  const proof = { challengeId, signature: signText(message, address) };
  await callAs(app, bindWallet, person, { body: { type, address, proof } });
}

interface AskedPayout {
  person: bigint;
  grossBase: bigint;
  to: string;
}

/** Answers the payout's id; null where the balance is too small. */
export function queuePayout(
  { app, coinType, connected }: MoneyWorld,
  { person, grossBase, to }: AskedPayout,
): Promise<string | null> {
  return app.database.kysely.transaction().execute(async (trx) => {
    await lockAccount(trx, person);
    return createPayout(trx, app, {
      tgUserId: person,
      coinType,
      grossBase,
      feeBase: FEE_BASE,
      toAddress: to,
      toAddressKey: toAddressKey(COINS[coinType].walletType, to),
      network: connected.network.id,
      isAutomatic: false,
      requestId: null,
    });
  });
}

/** An operator's command as it is typed. Throws what the operator is told where it is refused. */
export function typeCommand(
  { app, connected, coinType }: MoneyWorld,
  name: CommandName,
  values: Readonly<Record<string, string>>,
  change: Partial<CommandRequest> = {},
) {
  const said = { operator: "anna", reason: "a test", isDryRun: false, ...change };
  const request = { ...said, values: { coin: coinType, ...values } };
  return carryOutCommand({ ...app, reachChain: async () => connected }, name, request);
}
