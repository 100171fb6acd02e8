import en from "#locales/en/mail.json" with { type: "json" };
import es from "#locales/es/mail.json" with { type: "json" };
import id from "#locales/id/mail.json" with { type: "json" };
import km from "#locales/km/mail.json" with { type: "json" };
import vi from "#locales/vi/mail.json" with { type: "json" };
import zhCn from "#locales/zh-CN/mail.json" with { type: "json" };
import zhTw from "#locales/zh-TW/mail.json" with { type: "json" };
import type { Language } from "#domain/language/language.ts";

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

const TEXTS: Readonly<Record<Language, typeof en>> = { en, es, id, km, vi, "zh-CN": zhCn, "zh-TW": zhTw };

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
