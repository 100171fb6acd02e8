import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { selectInTurns } from "./inTurns.ts";

const database = await openDatabaseOfFile();

it("takes the first of each person before the second of any, the oldest first", async () => {
  const select = sql`
    select * from (values ('a1', 1, 1), ('a2', 1, 2), ('a3', 1, 3), ('b1', 2, 9), ('b2', 2, 10), ('c1', 3, 8))
      as given (id, taker, due)`;
  const { rows } = await selectInTurns({ select, limit: 5 }).execute(database.kysely);
  expect(rows.map(({ id }) => id)).toEqual(["a1", "c1", "b1", "a2", "b2"]);
});
