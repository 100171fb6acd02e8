export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/**
 * What became of a mail: the mail server took it, it refuses this address for good, or it could not be reached or has no
 * time for it now.
 */
export type MailOutcome = "sent" | "refused" | "unavailable";

/** The way to people's mailboxes. */
export interface Mailer {
  /** Hands a mail to the mail server, within seconds. Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
}
