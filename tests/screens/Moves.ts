import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

import type { WalkedModel } from "#tests/models/model.ts";

/** Among the moves of a cause: the page may as well stay where it is. */
export const STAYS = "stays";

/** Where a page went, beside what says that it goes there. */
export class Moves {
  readonly #named: Readonly<Record<string, readonly string[]>>;
  #heard: string[] = [];
  #due: (readonly string[])[] = [];

  constructor(named: Readonly<Record<string, readonly string[]>> = {}) {
    this.#named = named;
  }

  /** Told where the page would go. */
  readonly hear = (deed: string): void => {
    this.#heard.push(deed);
  };

  /** Something has happened that may move the page: an event that is sent or emitted, or a state that is entered. */
  readonly note = (cause: string): void => {
    const deeds = this.#named[cause];
    if (deeds !== undefined) this.expect(deeds);
  };

  /** The page has to go to one of these. */
  expect(deeds: readonly string[]): void {
    this.#due.push(deeds);
  }

  /** The next step begins: what might have moved the page has not. */
  goOn(): void {
    this.#due = this.#due.filter((deeds) => !deeds.includes(STAYS));
  }

  /** Notes what the chart emits, and each state that it enters, by the view's word. */
  follow({ view }: WalkedModel, actor: AnyActorRef): void {
    const read = (snapshot: unknown) =>
      (view?.(snapshot as AnyMachineSnapshot) as { state?: string } | undefined)?.state ?? "";
    let state = read(actor.getSnapshot());
    actor.on("*", ({ type }) => this.note(type));
    actor.subscribe({
      next: (snapshot) => {
        const entered = read(snapshot);
        if (entered === state) return;
        state = entered;
        this.note(state);
      },
      error: () => {},
    });
    this.note(state);
  }

  /** Moves that nothing says, and those that are still to come. What fits is forgotten. */
  listFaults(): readonly string[] {
    for (const deed of this.#heard) {
      const fitting = this.#due.find((deeds) => deeds.includes(deed));
      if (fitting === undefined) continue;
      this.#heard = this.#heard.toSpliced(this.#heard.indexOf(deed), 1);
      this.#due = this.#due.toSpliced(this.#due.indexOf(fitting), 1);
    }
    return [
      ...this.#heard.map((deed) => `${deed}, and nothing says so`),
      ...this.#due.filter((deeds) => !deeds.includes(STAYS)).map((deeds) => `does not do: ${deeds.join(", or ")}`),
    ];
  }
}
