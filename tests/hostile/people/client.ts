import { setTimeout as wait } from "node:timers/promises";
import type { OperationId } from "#contract/operations.ts";
import { type Ask, askServer, type Reply } from "#tests/attacks/support/askServer.ts";
import type { History } from "../history.ts";

const PATIENCE_MS = 15_000;
const PAUSE_MS = 300;
/** A call that may have been carried out, or may be carried out later. */
const UNCERTAIN = new Set([429, 500, 502, 503, 504]);

const REPEATED: ReadonlySet<OperationId> = new Set(["sendRedEnvelope", "payout", "payFromBalance", "submitPayment"]);

/** One person's app: it repeats what got no clear answer, at either process, and writes down each answer. */
export interface Client {
  readonly name: string;
  bearer: string | null;
  /** The last answer, or null where none came in time. */
  ask<Op extends OperationId>(operationId: Op, ask?: Ask<Op>): Promise<Reply<Op> | null>;
}

interface ClientOptions {
  name: string;
  urls: readonly string[];
  history: History;
  chance: () => number;
}

export function createClient({ name, urls, history, chance }: ClientOptions): Client {
  let count = 0;
  const client: Client = {
    name,
    bearer: null,
    async ask(operationId, asked = {}) {
      count += 1;
      const key = `${name}-${String(count)}`;
      const request: object = { ...asked.query, ...(asked.body as object | undefined) };
      history.ask({ person: name, operationId, key, request });
      const deadline = performance.now() + PATIENCE_MS;
      const headers = { "idempotency-key": key, ...asked.headers };
      let isRepeated = false;
      for (;;) {
        const askedMs = performance.now();
        const url = urls[Math.floor(chance() * urls.length)] ?? "";
        const bearer = client.bearer === null ? {} : { bearer: client.bearer };
        const reply = await askServer(url, operationId, { ...bearer, ...asked, headers }).catch(() => null);
        if (reply !== null) {
          const { error, data } = reply;
          history.add({ askedMs, person: name, operationId, key, request, error, data });
          if (!UNCERTAIN.has(reply.status)) {
            if (!isRepeated && REPEATED.has(operationId) && chance() < 0.3) {
              // An app that has not heard the answer asks again.
              isRepeated = true;
              continue;
            }
            return reply;
          }
        }
        if (performance.now() > deadline) return reply;
        await wait(PAUSE_MS);
      }
    },
  };
  return client;
}
