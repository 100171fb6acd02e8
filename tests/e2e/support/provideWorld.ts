import { afterAll, beforeAll } from "vitest";
import { openWorld, type World, type WorldOptions } from "./world.ts";

/** A world that is opened before the tests of a file or of a `describe`, and closed after them. */
export function provideWorld(options: WorldOptions = {}): World {
  let opened: World | null = null;
  function read(): World {
    if (opened === null) throw new Error("the world is opened before the first test");
    return opened;
  }
  beforeAll(async () => {
    opened = await openWorld(options);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return {
    get stack() {
      return read().stack;
    },
    get dataDir() {
      return read().dataDir;
    },
    get browser() {
      return read().browser;
    },
    get watch() {
      return read().watch;
    },
    close: () => read().close(),
  };
}
