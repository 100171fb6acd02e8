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

/** Every mail that came, oldest first; the oldest are dropped. They are gone with the process. */
export class Mailbox {
  #mails: readonly StoredMail[] = [];

  list(): readonly StoredMail[] {
    return this.#mails;
  }

  add(mail: StoredMail): void {
    this.#mails = [...this.#mails, mail].slice(-MOST);
  }
}
