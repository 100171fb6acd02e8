import { ApiError } from "#server/calls/apiError.ts";
import fc from "#tests/support/fastCheck.ts";
import type { ModelEnvelope, ModelOrder } from "./things.ts";
import { type MoneyWorld, PEOPLE } from "./world.ts";

/** Something that happens to the product, or nothing where it cannot happen now. */
export interface Command {
  name: string;
  run: (world: MoneyWorld) => Promise<unknown>;
}

export const person = fc.constantFrom(...PEOPLE);
/** Which of the things that there are. */
export const pick = fc.nat({ max: 20 });
/** One time in four. */
export const seldom = fc.nat({ max: 3 }).map((roll) => roll === 0);
/** Before which statement the process dies that is asked first; most calls are over by then. */
export const dying = fc.integer({ min: 1, max: 40 });
export const units = fc.integer({ min: 1, max: 9 }).map(BigInt);

export function choose<T>(items: readonly T[], place: number): T | undefined {
  return items[place % Math.max(1, items.length)];
}

export const listPayable = ({ books }: MoneyWorld): ModelOrder[] =>
  [...books.orders.values()].filter(({ status }) => status === "payable");
export const listEnvelopes = ({ books }: MoneyWorld): ModelEnvelope[] => [...books.envelopes.values()];

/** The name of the refusal; null where the call was answered. */
export async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.key;
    throw error;
  }
}

export const tellDeath = (dieAt: number) =>
  Number.isFinite(dieAt) ? ` (by a process that dies before statement ${dieAt}, and again)` : "";
