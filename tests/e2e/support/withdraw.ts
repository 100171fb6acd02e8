import { expect } from "vitest";
import type { WalletType } from "#domain/coins.ts";
import { giveSecurityCode } from "./account.ts";
import { connectWallet, openProofPage, signProof } from "./paymentPage.ts";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** From the personal center: binds a wallet, and goes on to where it is to be proven. */
export async function bindToWithdraw(
  world: World,
  person: Person,
  address: string,
  securityCode: string,
): Promise<void> {
  const { app, t } = person;
  world.watch.expect(403, "/api/v1/wallet/bind");
  await app.getByRole("link", { name: t("envelope:user.withdraw"), exact: true }).click();
  await pressMainAction(person, t("withdraw:bind"));
  await app.getByLabel(t("wallet:binding.address")).fill(address);
  await pressMainAction(person, t("wallet:binding.submit"));
  await giveSecurityCode(person, securityCode);
  await app.getByText(t("wallet:binding.state.bound")).waitFor();
  await pressMainAction(person, t("wallet:binding.continue"));
  await app.getByRole("heading", { name: t("withdraw:state.proving"), exact: true }).waitFor();
}

/** Proves the bound wallet outside the messenger, without ever having paid from it. */
export async function proveToWithdraw(
  world: World,
  person: Person,
  account: { readonly index: number; readonly address: string },
  { type, wallet }: { type: WalletType; wallet: string },
): Promise<void> {
  const proof = await openProofPage(world, person, wallet);
  expect(proof.page.url()).toMatch(new RegExp(`/unPaymentList\\?lang=[\\w-]+&prove=${type}$`));
  await connectWallet(proof, account);
  expect(await signProof(proof)).toContain(account.address);
  await proof.page.getByText(proof.t("wallet:proof.provenText")).waitFor();
  await proof.page.close();
}

/** Withdraws an amount, and waits until it is paid. */
export async function withdraw(person: Person, amount: string, coin: string, securityCode: string): Promise<void> {
  const { app, t } = person;
  await app.getByLabel(t("withdraw:amount")).fill(amount);
  await pressMainAction(person, t("withdraw:submit"));
  await pressMainAction(person, t("withdraw:agree", { amount: `${amount} ${coin}` }));
  await giveSecurityCode(person, securityCode);
  await app.getByText(t("withdraw:note.paid")).waitFor();
}
