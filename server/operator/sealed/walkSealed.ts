import type { Kysely } from "kysely";
import { openText } from "#server/crypto/sealText.ts";
import type { Schema } from "#server/db/schema.ts";
import { SEALED_STORES, type SealedRow, type SealedStore } from "./sealedStores.ts";

const BATCH = 500;

/** How many rows there are of a store, by what opens them. */
export interface SealedCount {
  name: string;
  newest: number;
  older: number;
  unreadable: number;
}

interface Walk {
  database: Kysely<Schema>;
  secrets: readonly string[];
  now: Date;
  /** Called for what an older secret opens. */
  onOlder?: (store: SealedStore, row: SealedRow, text: string) => Promise<void>;
}

/** Reads everything that is encrypted, a batch at a time, and says which secrets open it. */
export async function walkSealed({ database, secrets, now, onOlder }: Walk): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const store of SEALED_STORES) {
    const count = { name: store.name, newest: 0, older: 0, unreadable: 0 };
    let after: readonly unknown[] | null = null;
    let rows: SealedRow[];
    do {
      rows = await store.list(database, { after, limit: BATCH, now });
      for (const row of rows) {
        const text = openText(secrets.slice(1), store.purpose, row.context, row.sealed);
        if (text !== null) {
          count.older += 1;
          await onOlder?.(store, row, text);
        } else if (openText(secrets.slice(0, 1), store.purpose, row.context, row.sealed) === null)
          count.unreadable += 1;
        else count.newest += 1;
      }
      after = rows.at(-1)?.key ?? null;
    } while (rows.length === BATCH);
    counts.push(count);
  }
  return counts;
}

/** Names what there is of one kind, e.g. `12 emails, 3 passphrases`; empty where there is nothing. */
export function nameCounts(counts: readonly SealedCount[], kind: "older" | "unreadable"): string {
  return counts
    .filter((count) => count[kind] > 0)
    .map((count) => `${count[kind]} ${count.name}`)
    .join(", ");
}
