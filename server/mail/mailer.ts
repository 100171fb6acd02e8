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
