import { type RawBuilder, sql } from "kysely";

/** Rows that are looked at, the oldest first, to pick a batch of them. */
const WINDOW = 1_000;

interface Turns {
  /** Selects the id, whose turn it is as `taker`, and the order as `due`. */
  select: RawBuilder<unknown>;
  limit: number;
}

/** Ids of a batch in which people take turns: the first of each one, then the second of each. */
export function selectInTurns({ select, limit }: Turns): RawBuilder<{ id: string }> {
  return sql`
    select id from (
      select id, due, row_number() over (partition by taker order by due, id) as turn
      from (select * from (${select}) waiting order by due, id limit ${WINDOW}) oldest
    ) placed order by turn, due, id limit ${limit}`;
}
