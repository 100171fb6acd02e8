/** Taps of one envelope that may ask the messenger at a time. */
export const ASKING_OF_ENVELOPE = 8;
/** How many taps, over all envelopes, may ask the messenger at once. */
const ASKING_AT_ONCE = 256;

/** Why a tap that waits in line need not ask any more: nothing can be claimed, or the messenger does not answer. */
type Dismissal = "over" | "unanswered";

interface Line {
  asking: number;
  waiting: ((turn: Turn | Dismissal) => void)[];
}

/** The turn of a tap. Whoever has it calls `leave` in the end. */
export interface Turn {
  leave: () => void;
}

/**
 * Lets a few taps of each envelope ask the messenger at a time, and the others wait. Each envelope has a line of its own,
 * so none waits for another's; when too many ask at once altogether, the next ones are sent away at once.
 */
export class TapLines {
  readonly #lines = new Map<string, Line>();
  #asking = 0;

  /** Waits for a turn, or for the news that none is needed. */
  enter(envelopeId: string): Promise<Turn | Dismissal> {
    const line = this.#lines.get(envelopeId) ?? { asking: 0, waiting: [] };
    if (line.asking >= ASKING_OF_ENVELOPE) return new Promise((resolve) => line.waiting.push(resolve));
    if (this.#asking >= ASKING_AT_ONCE) return Promise.resolve("unanswered");
    this.#lines.set(envelopeId, line);
    line.asking += 1;
    this.#asking += 1;
    return Promise.resolve(this.#giveTurn(envelopeId, line));
  }

  /** Sends everybody away who waits for a turn at this envelope. */
  dismiss(envelopeId: string, why: Dismissal): void {
    const waiting = this.#lines.get(envelopeId)?.waiting.splice(0) ?? [];
    for (const resolve of waiting) resolve(why);
  }

  #giveTurn(envelopeId: string, line: Line): Turn {
    return {
      leave: () => {
        const next = line.waiting.shift();
        if (next !== undefined) return next(this.#giveTurn(envelopeId, line));
        line.asking -= 1;
        this.#asking -= 1;
        if (line.asking === 0) this.#lines.delete(envelopeId);
        return undefined;
      },
    };
  }
}
