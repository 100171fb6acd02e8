/** A mail as the inbox shows it. */
export interface StoredMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

const MOST = 500;

/** All mails, oldest first, in memory; drops the oldest above a limit. */
export class Mailbox {
  #mails: readonly StoredMail[] = [];

  list(): readonly StoredMail[] {
    return this.#mails;
  }

  add(mail: StoredMail): void {
    this.#mails = [...this.#mails, mail].slice(-MOST);
  }
}
