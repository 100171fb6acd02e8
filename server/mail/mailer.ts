import type en from "#locales/en/mail.json";
import type { Language } from "#domain/language/language.ts";
import { readTexts } from "#server/readTexts.ts";

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Outcome of a mail: accepted, refused for good, or failed because the mail server is unreachable or busy. */
export type MailOutcome = "sent" | "refused" | "unavailable";

/** Sends mail. */
export interface Mailer {
  /** Hands a mail to the mail server, within seconds. Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
}

const TEXTS = readTexts<typeof en>("mail");

/** The mail with a verification code. It contains no text from people, so it cannot be used to send messages. */
export function writeCodeMail(
  language: Language,
  purpose: keyof (typeof en)["purpose"],
  code: string,
): Pick<Mail, "subject" | "text"> {
  const texts = TEXTS[language];
  const lines = [texts.purpose[purpose], code, texts.life, texts.warning];
  return { subject: texts.subject.replace("{{code}}", code), text: `${lines.join("\n\n")}\n` };
}
