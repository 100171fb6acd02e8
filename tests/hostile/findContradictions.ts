import type { AnyStateMachine } from "xstate";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import type { Database } from "#server/db/database.ts";
import type { Asked, History, Said } from "./history.ts";

/** One thing that somebody was told, e.g. that an order is paid. */
interface Claimed {
  askedMs: number;
  atMs: number;
  /** What it is about, e.g. `order <id>`. */
  subject: string;
  status: string;
}

type Fields = Readonly<Record<string, unknown>>;

const CHARTS: Readonly<Record<string, { idName: string; chart: AnyStateMachine; table: string; column: string }>> = {
  order: { idName: "orderId", chart: orderLifecycle, table: "payment_order", column: "order_id" },
  envelope: { idName: "envelopeId", chart: envelopeLifecycle, table: "envelope", column: "envelope_id" },
  payout: { idName: "payoutId", chart: payoutLifecycle, table: "payout", column: "payout_id" },
};
/** What a person is told of a payout for good. */
const TERMS = ["coinType", "gross", "fee", "net", "toAddress"] as const;
/** Told to who has no claim, of an envelope that they asked to open. */
const LOST = new Set(["soldOut", "envelopeExpired"]);

/** Whether a process had a wrong clock at some time in between. */
type HadWrongClock = (fromMs: number, toMs: number) => boolean;

/** Everything that somebody was told and that does not agree with something else they were told, or with the rows. */
export async function findContradictions(
  { said, asked }: History,
  database: Database,
  hadWrongClock: HadWrongClock,
): Promise<string[]> {
  return [
    ...(await findTurnedBack(said, database)),
    ...(await findOtherClaims(said, database, hadWrongClock)),
    ...findTwoResults(said),
    ...findOtherTerms(said),
    ...(await findUnasked(asked, database)),
  ];
}

/** Statuses that no path of the chart leads to, after one that was told before. */
async function findTurnedBack(said: readonly Said[], database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, { idName, chart, table, column }] of Object.entries(CHARTS)) {
    const reach = listReach(chart);
    const canFollow = (from: string, to: string) => from === to || (reach.get(from)?.has(to) ?? false);
    const bySubject = Map.groupBy(
      said.flatMap((one) => collect(one, kind, idName)),
      ({ subject }) => subject,
    );
    const { rows } = await database.pool.query<{ id: string; status: string }>(
      `select ${column} as id, status from ${table} where ${column} = any ($1)`,
      [[...bySubject.keys()]],
    );
    const stored = new Map(rows.map(({ id, status }) => [id, status]));
    for (const [id, told] of bySubject) {
      const last = stored.get(id);
      if (last === undefined) found.push(`${kind} ${id} was told and is not stored`);
      for (const [index, one] of told.entries()) {
        if (last !== undefined && !canFollow(one.status, last))
          found.push(`${kind} ${id}: ${one.status} was told, ${last} is stored`);
        // What was asked for after the answer had come.
        const later = told
          .slice(index + 1)
          .find((next) => next.askedMs > one.atMs && !canFollow(one.status, next.status));
        if (later !== undefined) found.push(`${kind} ${id}: ${later.status} was told after ${one.status}`);
      }
    }
  }
  return [...new Set(found)];
}

function listReach(chart: AnyStateMachine): Map<string, Set<string>> {
  const edges = listLifecycleEdges(chart);
  const reach = new Map(Object.keys(chart.states).map((state) => [state, new Set<string>()]));
  let isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    for (const { source, target } of edges) {
      const from = reach.get(source);
      const size = from?.size ?? 0;
      for (const state of [target, ...(reach.get(target) ?? [])]) from?.add(state);
      isGrowing ||= (from?.size ?? 0) > size;
    }
  }
  return reach;
}

/** Objects of a kind, wherever in an answer they are. */
function collect({ askedMs, atMs, data }: Said, kind: string, idName: string): Claimed[] {
  return listObjects(data)
    .filter(({ [idName]: id, status }) => typeof id === "string" && typeof status === "string")
    .filter((object) => kind !== "envelope" || object["orderId"] === undefined)
    .map((object) => ({ askedMs, atMs, subject: String(object[idName]), status: String(object["status"]) }));
}

function listObjects(value: unknown): Fields[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(listObjects);
  return Array.isArray(value) ? inside : [value as Fields, ...inside];
}

/**
 * Who was told an amount must have that claim. Who was told to be too late must have none, unless a process judged their tap
 * by a wrong clock: each decides by its own whether an envelope is over.
 */
async function findOtherClaims(
  said: readonly Said[],
  database: Database,
  hadWrongClock: HadWrongClock,
): Promise<string[]> {
  const { rows } = await database.pool.query<{ envelopeId: string; person: string; claimId: string }>(
    `select envelope_id as "envelopeId", tg_user_id::text as person, claim_id as "claimId" from claim`,
  );
  const claims = new Map(rows.map(({ envelopeId, person, claimId }) => [`${person} ${envelopeId}`, claimId]));
  const amounts = new Map<string, string>();
  const taps = said.filter(({ operationId }) => operationId === "acceptRedEnvelope");
  const nameTap = ({ person, request }: Said) => `${person} ${String((request as Fields)["envelopeId"])}`;
  const misjudged = new Set(taps.filter((tap) => hadWrongClock(tap.askedMs, tap.atMs)).map(nameTap));
  return taps.flatMap((tap) => {
    const { error, data } = tap;
    const name = nameTap(tap);
    const stored = claims.get(name);
    const isExcused = error === "envelopeExpired" && misjudged.has(name);
    if (error !== null && LOST.has(error) && stored !== undefined && !isExcused)
      return [`${name}: ${error} was told to a winner`];
    const { claim = null } = (data ?? {}) as { claim?: { claimId: string; amount: string } | null };
    if (claim === null) return [];
    const before = amounts.get(name) ?? claim.amount;
    amounts.set(name, claim.amount);
    if (before !== claim.amount) return [`${name}: ${before} was told, then ${claim.amount}`];
    return stored !== claim.claimId ? [`${name}: ${claim.claimId} was told, ${String(stored)} is stored`] : [];
  });
}

/** One call, however often repeated, makes one order or one payout. */
function findTwoResults(said: readonly Said[]): string[] {
  const results = Map.groupBy(
    said.flatMap(({ operationId, key, request, data }) => {
      const { order, payout } = (data ?? {}) as { order?: { orderId: string }; payout?: { payoutId: string } };
      if (operationId === "sendRedEnvelope" && order !== undefined) return [{ call: key, id: order.orderId }];
      if (operationId === "payout" && payout !== undefined)
        return [{ call: String((request as Fields)["quoteId"]), id: payout.payoutId }];
      return [];
    }),
    ({ call }) => call,
  );
  return [...results]
    .filter(([, made]) => new Set(made.map(({ id }) => id)).size > 1)
    .map(([call, made]) => `${call} made ${made.map(({ id }) => id).join(", ")}`);
}

/** The terms of a payout stay as they were told. */
function findOtherTerms(said: readonly Said[]): string[] {
  const terms = new Map<string, string>();
  return said.flatMap(({ data }) =>
    listObjects(data).flatMap((object) => {
      const { payoutId } = object;
      if (typeof payoutId !== "string" || object["gross"] === undefined) return [];
      const told = TERMS.map((name) => String(object[name])).join(" ");
      const before = terms.get(payoutId) ?? told;
      terms.set(payoutId, told);
      return before === told ? [] : [`payout ${payoutId}: ${before} was told, then ${told}`];
    }),
  );
}

/** Nobody has more orders than they made calls, or more payouts than they agreed to quotes. */
async function findUnasked(asked: readonly Asked[], database: Database): Promise<string[]> {
  const count = (operationId: string, person: string, name: (one: Asked) => string) =>
    BigInt(new Set(asked.filter((one) => one.operationId === operationId && one.person === person).map(name)).size);
  const { rows } = await database.pool.query<{ person: string; orders: bigint; payouts: bigint }>(
    `select u.tg_user_id::text as person,
       (select count(*) from payment_order o where o.tg_user_id = u.tg_user_id) as orders,
       (select count(*) from payout p where p.tg_user_id = u.tg_user_id) as payouts
     from tg_user u`,
  );
  const orderers = rows.filter(({ person, orders }) => orders > count("sendRedEnvelope", person, ({ key }) => key));
  const receivers = rows.filter(
    ({ person, payouts }) => payouts > count("payout", person, ({ request }) => String((request as Fields)["quoteId"])),
  );
  return [
    ...orderers.map(({ person }) => `${person} has more orders than calls`),
    ...receivers.map(({ person }) => `${person} has more payouts than quotes`),
  ];
}
