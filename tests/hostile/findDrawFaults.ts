import type { BeaconChain } from "#domain/draw/beacon.ts";
import { drawTogether } from "#domain/draw/drawTogether.ts";
import { verifyRound } from "#domain/draw/verifyRound.ts";
import { fromHex, toHex } from "#domain/hex.ts";
import type { Database } from "#server/db/database.ts";
import type { Said } from "./history.ts";

/** What must not differ between two answers about an entry. */
const FIXED = ["entryId", "place", "round", "enteredAt", "closesAt"] as const;

type Told = Readonly<Record<string, unknown>>;

interface EntryRow {
  envelope_id: string;
  tg_user_id: bigint;
  entry_id: string;
  place: number;
  round: bigint;
  head: Buffer;
  status: string;
}

/** Entries that somebody was told and that are not stored so, and draws that are not as the rule and the beacon say. */
export async function findDrawFaults(
  said: readonly Said[],
  { pool }: Pick<Database, "pool">,
  chain: BeaconChain,
): Promise<string[]> {
  const { rows: entries } = await pool.query<EntryRow>("select * from entry order by envelope_id, place");
  const stored = new Map(entries.map((row) => [`${String(row.tg_user_id)} ${row.envelope_id}`, row]));
  return [...findOtherEntries(said, stored), ...(await findWrongDraws(pool, entries, chain))];
}

function findOtherEntries(said: readonly Said[], stored: ReadonlyMap<string, EntryRow>): string[] {
  const before = new Map<string, string>();
  const found = said.flatMap(({ person, request, data }): string[] => {
    const { entry = null } = (data ?? {}) as { entry?: Told | null };
    if (entry === null) return [];
    const name = `${person} ${String((request as Told)["envelopeId"])}`;
    const row = stored.get(name);
    if (row === undefined) return [`${name}: an entry was told, none is stored`];
    const told = FIXED.map((field) => String(entry[field])).join(" ");
    const first = before.get(name) ?? told;
    before.set(name, first);
    const { head = null } = (entry["receipt"] ?? {}) as { head?: string | null };
    return [
      ...(first === told ? [] : [`${name}: the entry ${first} was told, then ${told}`]),
      ...(entry["entryId"] === row.entry_id ? [] : [`${name}: entry ${row.entry_id} is stored, another was told`]),
      ...(head === null || head === toHex(row.head) ? [] : [`${name}: the receipt has another head than the entry`]),
      ...(entry["status"] === "waiting" || entry["status"] === row.status
        ? []
        : [`${name}: ${String(entry["status"])} was told, ${row.status} is stored`]),
    ];
  });
  return [...new Set(found)];
}

interface WindowRow {
  envelope_id: string;
  round: bigint;
  commitment: string;
  count: number;
  signature: Buffer;
}

/** Draws each window anew, by what the beacon has said. */
async function findWrongDraws(
  pool: Database["pool"],
  entries: readonly EntryRow[],
  chain: BeaconChain,
): Promise<string[]> {
  const rounds = await pool.query<{ round: bigint; signature: Buffer }>("select round, signature from beacon_round");
  const unsigned = rounds.rows.filter(({ round, signature }) => !verifyRound(chain, Number(round), toHex(signature)));
  const claims = await pool.query<{ claim_id: string; slot: number }>("select claim_id, slot from claim");
  const slotOf = new Map(claims.rows.map((claim) => [claim.claim_id, claim.slot]));
  const { rows: windows } = await pool.query<WindowRow>(
    `select d.envelope_id, d.round, e.commitment, e.count, b.signature
     from draw_window d join envelope e using (envelope_id) join beacon_round b using (round)
     where d.settled_at is not null and not d.is_undrawn order by d.envelope_id, d.round`,
  );
  const free = new Map(
    windows.map(({ envelope_id: id, count }) => [id, Array.from({ length: count }, (_, n) => n + 1)]),
  );
  const wrong = windows.flatMap(({ envelope_id: id, round, commitment, signature }) => {
    const ids = entries.filter((row) => row.envelope_id === id && row.round === round).map((row) => row.entry_id);
    const left = free.get(id) ?? [];
    const drawn = drawTogether(fromHex(commitment), signature, ids, left);
    const given = new Set(drawn.values());
    free.set(
      id,
      left.filter((slot) => !given.has(slot)),
    );
    return ids.filter((entryId) => drawn.get(entryId) !== (slotOf.get(entryId) ?? null));
  });
  return [
    ...unsigned.map(({ round }) => `round ${String(round)} is not the beacon's`),
    ...wrong.map((entryId) => `entry ${entryId} did not get what the rule gives`),
  ];
}
