import type { Surroundings } from "../run/surroundings.ts";

/** What was found, as it is written line by line. */
export class Report {
  readonly write: Surroundings["write"];
  isBroken = false;
  isUnchecked = false;

  constructor(write: Surroundings["write"]) {
    this.write = write;
  }

  add(check: string, breaches: readonly string[]): void {
    this.write(`${breaches.length === 0 ? "ok    " : "BREACH"} ${check}`);
    for (const breach of breaches) this.write(`       ${breach}`);
    this.isBroken ||= breaches.length > 0;
  }

  note(text: string): void {
    this.write(`note   ${text}`);
  }
}

/** The arguments mean nothing; `message` says what would. */
export class WrongUsage extends Error {}
