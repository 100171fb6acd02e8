import { gzipSync } from "node:zlib";
import type { Response } from "playwright";
import { openPerson, pressMessageButton } from "#tests/e2e/support/person.ts";
import { openWorld } from "#tests/e2e/support/world.ts";
import type { Figure } from "./figure.ts";

const PERSON = 1;
/** Found only in the chunks of wallet kits. */
const WALLET_KITS = /eip6963:requestProvider|ethers\/\d|tonconnect|tronweb|@solana/iu;

interface Loaded {
  path: string;
  kind: string;
  body: Buffer;
}

/** What the browser loads until a new person can use the start page. */
export async function measureWeight(): Promise<readonly Figure[]> {
  const { loaded, usableCount } = await loadHomePage();
  const apiCalls = loaded.slice(0, usableCount).filter(({ path }) => path.startsWith("/api/"));
  const files = loaded.filter(({ path }) => !path.startsWith("/api/"));
  const scripts = files.filter(({ kind, path }) => kind === "script" || path.endsWith(".json"));
  const walletKits = scripts.filter(({ body }) => WALLET_KITS.test(body.toString("utf8")));
  for (const { path, kind, body } of loaded) {
    console.log(
      `${kind.padEnd(10)} ${String(body.length).padStart(8)} B ${String(gzip(body)).padStart(7)} B gz  ${path}`,
    );
  }
  const sumKb = scripts.reduce((sum, { body }) => sum + gzip(body), 0) / 1000;
  return [
    {
      name: "JavaScript and texts until /homePage is usable",
      measured: `${scripts.length} files, gzip 9`,
      floor: null,
      value: sumKb,
      bar: { atMost: 135 },
      unit: "kB",
    },
    count("static requests until then", files, 8),
    count("API requests until then", apiCalls, 3),
    count("wallet kits among them", walletKits, 0),
  ];
}

function gzip(body: Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

function count(name: string, found: readonly Loaded[], most: number): Figure {
  const paths = found.map(({ path }) => path).join(" ");
  return {
    name,
    measured: paths === "" ? "none" : paths,
    floor: null,
    value: found.length,
    bar: { atMost: most },
    unit: "",
  };
}

/**
 * Opens the app from its group in a new browser, and returns all that its origin served: what the page needed to be
 * usable, and what it loaded later while idle.
 */
async function loadHomePage(): Promise<{ loaded: Loaded[]; usableCount: number }> {
  const world = await openWorld();
  try {
    const origin = world.stack.info.people.find(({ n }) => n === PERSON)?.origin;
    const person = await openPerson(world, PERSON);
    const responses: Response[] = [];
    person.page.on("response", (response) => {
      if (new URL(response.url()).origin === origin) responses.push(response);
    });
    await pressMessageButton(person, /Open the app from here/);
    await person.app.getByText(person.t("app:home.pitch")).waitFor();
    // The page is complete when it lists the person's groups.
    await person.app.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const usableCount = responses.length;
    // Preloaded scripts count too.
    await person.page.waitForLoadState("networkidle");
    const loaded = await Promise.all(
      responses.map(async (response) => ({
        path: new URL(response.url()).pathname,
        kind: response.request().resourceType(),
        body: await response.body(),
      })),
    );
    return { loaded, usableCount };
  } finally {
    await world.close();
  }
}
