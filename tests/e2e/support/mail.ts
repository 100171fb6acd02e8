import { setTimeout as sleep } from "node:timers/promises";
import type { StoredMail } from "#devnet/mail/mailbox.ts";
import type { Stack } from "#devnet/startStack.ts";

const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Every mail to an address, oldest first. */
async function listMails({ info }: Pick<Stack, "info">, to: string): Promise<readonly StoredMail[]> {
  if (info.mail === null) throw new Error("this stack has no mail server of its own");
  const mails = (await (await fetch(info.mail.inboxUrl)).json()) as StoredMail[];
  return mails.filter((mail) => mail.to === to);
}

/**
 * The code in the newest mail to an address. `after` is how many mails to it there were before the code was asked for:
 * where it is given, a newer one is waited for.
 */
export async function readMailedCode(stack: Pick<Stack, "info">, to: string, after = 0): Promise<string> {
  const deadlineMs = performance.now() + WAIT_MS;
  while (performance.now() < deadlineMs) {
    const mails = await listMails(stack, to);
    const code = /\b[0-9]{6}\b/.exec(mails.at(-1)?.text ?? "")?.[0];
    if (mails.length > after && code !== undefined) return code;
    await sleep(POLL_MS);
  }
  throw new Error("no mail with a code has come");
}
