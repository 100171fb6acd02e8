import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright";

/** An answer that a test provokes. */
interface ExpectedAnswer {
  readonly status: number;
  readonly path: string;
}

const WARNING = /"level":"(?:warn|error)"/u;
const LAST_WARNINGS = 20;

/** Refused answers, which are judged by status and path. */
const HARMLESS_LOGS = ["Failed to load resource"];

/** Collects what no page may do: throw, log an error, get an unprovoked refusal, call another host. */
export class Watch {
  readonly #port: string;
  readonly #problems: string[] = [];
  readonly #expected: ExpectedAnswer[] = [];
  readonly #allowedOrigins = new Set<string>();
  readonly #pages = new Map<Page, string>();

  readonly #serverLog: string;

  constructor(stackUrl: string, serverLog: string) {
    this.#port = new URL(stackUrl).port;
    this.#serverLog = serverLog;
  }

  follow(page: Page, name: string): void {
    this.#pages.set(page, name);
    page.on("close", () => this.#pages.delete(page));
    const note = (problem: string): void => {
      this.#problems.push(`${name}: ${problem}`);
    };
    page.on("pageerror", (error) => note(`threw ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      const isHarmless = HARMLESS_LOGS.some((start) => message.text().startsWith(start));
      if (message.type() === "error" && !isHarmless) note(message.text());
    });
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      const isExpected = this.#expected.some(({ status, path }) => status === response.status() && path === pathname);
      if (response.status() >= 400 && !isExpected) note(`${response.status()} ${pathname}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isLocal = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
      const isOwn = (isLocal && url.port === this.#port) || this.#allowedOrigins.has(url.origin);
      if (url.protocol.startsWith("http") && !isOwn) note(`asked ${url.origin}`);
    });
  }

  /** The payment page has no session: it must not send a bearer either. */
  followPaymentPage(page: Page): void {
    this.follow(page, "payment page");
    page.on("request", (request) => {
      if ("authorization" in request.headers()) this.#problems.push(`payment page: a bearer for ${request.url()}`);
    });
  }

  /** From now on this answer is no problem. */
  expect(status: number, path: string): void {
    this.#expected.push({ status, path });
  }

  /** Pages may ask this host, too: a wallet's node. */
  allow(url: string): void {
    this.#allowedOrigins.add(new URL(url).origin);
  }

  /** Throws what went wrong since the last call; after a failure also what each frame shows and what the server warned of. */
  async check(hasFailed = false): Promise<void> {
    const notes = this.#problems.splice(0);
    if (hasFailed) {
      const pages = await Promise.all([...this.#pages].map(([page, name]) => describePage(page, name)));
      notes.push(...pages.flat(), ...(await readWarnings(this.#serverLog)));
    }
    if (notes.length > 0) throw new Error(`the pages tell:\n${notes.join("\n")}`);
  }
}

async function describePage(page: Page, name: string): Promise<readonly string[]> {
  const frames = await Promise.all(page.frames().map((frame) => describeFrame(frame)));
  return frames.map((text) => `${name}: ${text}`);
}

async function describeFrame(frame: Frame): Promise<string> {
  try {
    return await frame.evaluate(() => {
      const { pathname, search } = window.location;
      const state = JSON.stringify(window.history.state);
      return `${pathname}${search} (entry ${state}) ${document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 500)}`;
    });
  } catch (error) {
    return String(error);
  }
}

/** The last warnings and errors of the server. */
async function readWarnings(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => WARNING.test(line)).slice(-LAST_WARNINGS);
}
