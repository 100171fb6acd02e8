import { expect } from "vitest";
import { readMailedCode } from "#tests/e2e/support/mail.ts";
import type { AttackWorld } from "./attackWorld.ts";

/** Gives a person an email, and the security code that moving money out asks for. */
export async function giveSecurityCode(
  world: AttackWorld,
  bearer: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  await world.ask("sendVerificationCode", { bearer, body: { purpose: "updateEmail", email } });
  const verificationCode = await readMailedCode(world, email);
  expect((await world.ask("updateEmail", { bearer, body: { email, verificationCode } })).status).toBe(200);
  expect((await world.ask("changeSecurityCode", { bearer, body: { newSecurityCode: code } })).status).toBe(200);
}
