import type { KyselyPlugin } from "kysely";
import type { TestApp } from "#tests/support/testApp.ts";

/** The app as a process has it that dies before its n-th statement: nothing that it asks afterwards happens. */
export function createDying(app: TestApp, dieAt: number, onDeath: () => void): TestApp {
  let asked = 0;
  function live(): void {
    asked += 1;
    if (asked < dieAt) return;
    onDeath();
    throw new Error("the process is dead");
  }
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      live();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const pool = new Proxy(app.database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...asks: unknown[]): unknown => {
        if (name === "query") live();
        return Reflect.apply(value, target, asks);
      };
    },
  });
  return { ...app, database: { ...app.database, kysely: app.database.kysely.withPlugin(watch), pool } };
}
