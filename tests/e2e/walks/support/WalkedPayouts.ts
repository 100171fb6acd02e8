import { pauseMining, refuseTransfers, resumeMining } from "../../support/ethereum.ts";
import { runScript } from "../../support/runScript.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import type { ApiUser } from "../../support/logIn.ts";
import { findPersonId } from "./prepareAccount.ts";
import type { WalkWorld } from "./walkWorld.ts";

interface Row {
  readonly payout_id: string;
  readonly status: string;
  readonly to_address: string;
}

/** What the server says of them as a rule; `waiting`: queued, or held by the limit, which comes soon after. */
const PHASES: Readonly<Record<string, string>> = {
  queued: "waiting",
  held: "waiting",
  confirming: "sending",
};

/** The payouts of one walk, of which each waits for an operator until the walk lets it go. */
export class WalkedPayouts {
  readonly #world: WalkWorld;
  readonly #n: number;
  readonly #earlier: number;

  private constructor(world: WalkWorld, n: number, earlier: number) {
    this.#world = world;
    this.#n = n;
    this.#earlier = earlier;
  }

  /** Ends what walks before have left. */
  static async begin(world: WalkWorld, n: number, api: ApiUser): Promise<WalkedPayouts> {
    await resumeMining(world.stack);
    const rows = await readRows(world, n);
    for (const { payout_id: payoutId, status } of rows) {
      if (PHASES[status] === "waiting") await api.post("wallet/cancelPayout", { payoutId });
    }
    return new WalkedPayouts(world, n, rows.length);
  }

  /** How far each is, the oldest first. */
  async listPhases(): Promise<readonly string[]> {
    return (await this.#read()).map(({ status }) => PHASES[status] ?? status);
  }

  async getNewestId(): Promise<string> {
    return (await this.#readNewest()).payout_id;
  }

  async waitFor(status: string): Promise<void> {
    await waitUntilHolds(async () => {
      const newest = await this.#readNewest();
      if (newest.status !== status) throw new Error(`the payout is ${newest.status} and not ${status}`);
    });
  }

  /** It is signed and sent, and no block takes it; nothing happens where it is already. */
  async send(): Promise<void> {
    if ((await this.#readNewest()).status === "sending") return;
    await this.waitFor("held");
    await pauseMining(this.#world.stack);
    const reason = ["--reason", "a walk", "--book"];
    const release = ["release", "--payout", await this.getNewestId(), ...reason];
    const { code, output } = await runScript(this.#world.dataDir, "operator", release);
    if (code !== 0) throw new Error(output);
    await this.waitFor("sending");
  }

  async land(): Promise<void> {
    await resumeMining(this.#world.stack);
    await this.waitFor("paid");
  }

  /** Its transaction fails. */
  async fail(): Promise<void> {
    const allowTransfers = await refuseTransfers(this.#world.stack, (await this.#readNewest()).to_address);
    await resumeMining(this.#world.stack);
    await this.waitFor("returned");
    await allowTransfers();
  }

  async #read(): Promise<readonly Row[]> {
    return (await readRows(this.#world, this.#n)).slice(this.#earlier);
  }

  async #readNewest(): Promise<Row> {
    const newest = (await this.#read()).at(-1);
    if (newest === undefined) throw new Error("there is no payout");
    return newest;
  }
}

function readRows(world: WalkWorld, n: number): Promise<Row[]> {
  return world.database
    .selectFrom("payout")
    .select(["payout_id", "status", "to_address"])
    .where("tg_user_id", "=", findPersonId(world, n))
    .orderBy("created_at")
    .execute();
}
