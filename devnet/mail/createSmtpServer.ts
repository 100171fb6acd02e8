import { callbackify } from "node:util";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";

const MAX_BYTES = 1_000_000;

/** Addresses whose mail is refused, as real mail servers do: unknown mailbox, and busy. */
const ANSWERS: readonly { readonly domain: string; readonly code: number; readonly words: string }[] = [
  { domain: "@unknown.test", code: 550, words: "5.1.1 No such mailbox" },
  { domain: "@busy.test", code: 451, words: "4.3.0 Try again later" },
];

class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(code: number, words: string) {
    super(words);
    this.responseCode = code;
  }
}

/** Creates a mail server that delivers all mail into one mailbox. It accepts any login. */
export function createSmtpServer(mailbox: Mailbox, now: () => number): SMTPServer {
  return new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_BYTES,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "" }),
    onRcptTo: ({ address }, _session, done) => {
      const refusal = ANSWERS.find(({ domain }) => address.toLowerCase().endsWith(domain));
      done(refusal === undefined ? null : new SmtpRefusal(refusal.code, refusal.words));
    },
    onData: callbackify(keepMail),
  });

  async function keepMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { from, subject = "", text = "" } = await simpleParser(stream);
    if (stream.sizeExceeded) throw new SmtpRefusal(552, "5.3.4 The mail is too large");
    for (const { address } of session.envelope.rcptTo) {
      mailbox.add({ to: address, from: from?.text ?? "", subject, text, at: new Date(now()).toISOString() });
    }
  }
}
