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
  const needed = loaded.slice(0, usableCount);
  const scripts = needed.filter(isScript);
  const allScripts = loaded.filter(isScript);
  const walletKits = allScripts.filter(({ body }) => WALLET_KITS.test(body.toString("utf8")));
  for (const [index, { path, kind, body }] of loaded.entries()) {
    console.log(
      `${index < usableCount ? "first" : "later"} ${kind.padEnd(10)} ${String(body.length).padStart(8)} B ${String(gzip(body)).padStart(7)} B gz  ${path}`,
    );
  }
  return [
    {
      name: "JavaScript and texts until /homePage is usable",
      measured: `${scripts.length} files, gzip 9`,
      floor: null,
      value: sumKb(scripts),
      bar: { atMost: 132 },
      unit: "kB",
    },
    {
      name: "the same with what it loads afterwards, while idle",
      measured: `${allScripts.length} files, gzip 9`,
      floor: null,
      value: sumKb(allScripts),
      bar: { atMost: 135 },
      unit: "kB",
    },
    count(
      "static requests until then",
      needed.filter((one) => !isCall(one)),
      8,
    ),
    count("API requests until then", needed.filter(isCall), 3),
    count("wallet kits among all of them", walletKits, 0),
  ];
}

function isCall({ path }: Loaded): boolean {
  return path.startsWith("/api/");
}

function isScript(loaded: Loaded): boolean {
  return !isCall(loaded) && (loaded.kind === "script" || loaded.path.endsWith(".json"));
}

function sumKb(files: readonly Loaded[]): number {
  return files.reduce((sum, { body }) => sum + gzip(body), 0) / 1000;
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
    // The page is complete when it lists the person's groups.
    await person.app.getByText(person.t("app:home.chatsFooter")).waitFor();
    const usableCount = responses.length;
    // It comes with all that the page loads while idle.
    await person.app.getByRole("button", { name: new RegExp(person.t("app:language.open")) }).waitFor();
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
