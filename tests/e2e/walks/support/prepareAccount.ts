import { giveEmail } from "#tests/support/giveEmail.ts";
import { sql } from "kysely";
import { SECURITY_CODE } from "../../support/fundedUser.ts";
import { hashSecurityCode } from "#server/accounts/securityCode.ts";
import { systemRandom } from "#server/random.ts";
import type { WalkWorld } from "./walkWorld.ts";

interface Account {
  email?: string | null;
  hasSecurityCode?: boolean;
}

/** The person as the database knows them. */
export function findPersonId({ stack }: WalkWorld, n: number): bigint {
  const person = stack.info.people.find((known) => known.n === n);
  if (person === undefined) throw new Error(`there is no person ${String(n)}`);
  return BigInt(person.id);
}

/** Makes a person's account what a walk needs, whatever walks before have left: no wallet is bound, and nothing was tried. */
export async function prepareAccount(
  world: WalkWorld,
  n: number,
  { email = null, hasSecurityCode = false }: Account = {},
): Promise<void> {
  const tgUserId = findPersonId(world, n);
  const { database } = world;
  const setCode = (hash: string | null) =>
    database.updateTable("tg_user").set({ security_code_hash: hash }).where("tg_user_id", "=", tgUserId).execute();
  const hash = hasSecurityCode ? await hashSecurityCode(SECURITY_CODE, systemRandom) : null;
  // A code needs an address.
  await setCode(null);
  await giveEmail(database, tgUserId, email, world.appSecret);
  await setCode(hash);
  await database
    .updateTable("wallet")
    .set({ unbound_at: new Date() })
    .where("tg_user_id", "=", tgUserId)
    .where("unbound_at", "is", null)
    .execute();
  await database.deleteFrom("spending_block").where("tg_user_id", "=", tgUserId).execute();
  await database.deleteFrom("verification_code").where("tg_user_id", "=", tgUserId).execute();
  await database
    .deleteFrom("attempt")
    .where(sql<boolean>`scope like ${`%:${String(tgUserId)}%`}`)
    .execute();
}
