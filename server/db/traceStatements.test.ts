import { expect, test } from "vitest";
import { nameStatement } from "./traceStatements.ts";

test.each([
  ['select "a" from "wallet" where "b" = $1', "select", "wallet"],
  ["insert into envelope (a) values ($1)", "insert", "envelope"],
  ['  update "payment_order" set a = 1', "update", "payment_order"],
  ["delete from only public.session where a", "delete", "session"],
  ["with a as (select ')' from b), c as (insert into d select * from a) select * from e, a", "select", "e"],
  ["with a as materialized (select 1 from b) update f set x = 1", "update", "f"],
  ["select * from (select 1 from inner_table) x", "select", "inner_table"],
  ["select 1", "select", null],
  ["BEGIN", "begin", null],
  ["commit", "commit", null],
  ["", "statement", null],
])("names %o", (text, verb, table) => {
  expect(nameStatement(text)).toEqual({ verb, table });
});

test("a value in the text is no part of the name", () => {
  expect(JSON.stringify(nameStatement("select set_config('secret', 'value', true)"))).not.toMatch(/secret|value/);
});
