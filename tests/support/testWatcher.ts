import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { BookComparer } from "#server/deposits/bookComparer.ts";
import { ChainWatcher } from "#server/deposits/chainWatcher.ts";

/** Watches a chain like the server, one step of the books after each poll. */
export class TestWatcher {
  readonly #watcher: ChainWatcher;
  readonly #books: BookComparer;

  constructor(app: App, chain: Chain) {
    this.#books = new BookComparer(app, chain);
    this.#watcher = new ChainWatcher(app, chain, this.#books);
  }

  async poll(): Promise<void> {
    try {
      await this.#watcher.poll();
    } finally {
      await this.#books.step();
    }
  }
}
