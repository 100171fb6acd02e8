import { parseDecimal } from "#domain/money/amount.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from the environment and collects invalid ones. */
export interface SettingReader {
  readonly isProduction: boolean;
  /** One line per invalid setting. */
  readonly problems: string[];
  /** Adds a problem and returns the value to continue with. */
  readonly fail: <T>(problem: string, value: T) => T;
  /** Null for a setting that is missing or empty. */
  readonly readText: (name: string) => string | null;
  readonly readRequired: (name: string) => string;
  /** Values separated by commas. */
  readonly readList: (name: string) => string[];
  readonly readInteger: (name: string, fallback: number, min: number, max: number) => number;
  /** An integer; production accepts none below the default. */
  readonly readAtLeast: (name: string, standard: number) => number;
  /** An amount of the whole coin, in base units. */
  readonly readAmount: (name: string, fallbackBase: bigint, decimals: number) => bigint;
  /** The URL without trailing slashes. */
  readonly checkUrl: (name: string, text: string, schemes: readonly string[]) => string;
  /** A URL of http or https. In production http only reaches this machine: what is sent there is nobody else's. */
  readonly checkPrivateUrl: (name: string, text: string) => string;
  /** A secret of our own. Production refuses one that can be guessed; `example` makes a good one. */
  readonly checkRandom: (name: string, secret: string, example: string) => string;
  /**
   * URLs of a chain's nodes. Production needs two hosts and TLS: a single node, or anyone on the network path, could
   * forge payments.
   */
  readonly readNodes: (name: string) => string[];
}

/** Whether a secret has few distinct characters or repeats one part. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /^(.+?)\1+$/s.test(secret);
}

/** The name of a URL's host. `one.example.` is `one.example`: the dot says that the name is whole. */
export function readHostName({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/\.$/, "");
}

export function isOnThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.[0-9]+){3}|\[::1\])$/.test(hostname);
}

export function createSettingReader(env: Environment): SettingReader {
  const problems: string[] = [];
  const isProduction = env["NODE_ENV"] !== "development";

  function fail<T>(problem: string, value: T): T {
    problems.push(problem);
    return value;
  }
  function readText(name: string): string | null {
    const text = env[name]?.trim();
    return text === undefined || text === "" ? null : text;
  }
  function readList(name: string): string[] {
    return (readText(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  function readInteger(name: string, fallback: number, min: number, max: number): number {
    const text = readText(name);
    if (text === null) return fallback;
    const value = Number(text);
    const isValid = /^[0-9]+$/.test(text) && value >= min && value <= max;
    return isValid ? value : fail(`${name} must be an integer from ${min} to ${max}`, fallback);
  }
  function checkUrl(name: string, text: string, schemes: readonly string[]): string {
    if (text === "") return text;
    const url = URL.parse(text);
    if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
      return fail(`${name} must be a URL with ${schemes.join(" or ")}`, text);
    }
    return text.replace(/\/+$/, "");
  }
  function checkPrivateUrl(name: string, text: string): string {
    const isLocal = isOnThisMachine(URL.parse(text)?.hostname ?? "");
    return checkUrl(name, text, isProduction && !isLocal ? ["https"] : ["http", "https"]);
  }
  function checkRandom(name: string, secret: string, example: string): string {
    return isProduction && isGuessable(secret)
      ? fail(`${name} must be random, for example the output of \`${example}\``, secret)
      : secret;
  }
  return {
    isProduction,
    problems,
    fail,
    readText,
    readRequired: (name) => readText(name) ?? fail(`${name} is missing`, ""),
    readList,
    readInteger,
    readAtLeast(name, standard) {
      const value = readInteger(name, standard, 1, 31_536_000);
      return isProduction && value < standard
        ? fail(`${name} must be at least ${standard} in production`, standard)
        : value;
    },
    readAmount(name, fallbackBase, decimals) {
      const text = readText(name);
      if (text === null) return fallbackBase;
      const [, fraction = ""] = /^(?:0|[1-9][0-9]{0,29})(?:\.([0-9]+))?$/.exec(text) ?? [null, null];
      if (fraction === null || fraction.length > decimals)
        return fail(`${name} must be an amount like 0.5`, fallbackBase);
      return parseDecimal(text, decimals);
    },
    checkUrl,
    checkPrivateUrl,
    checkRandom,
    readNodes(name) {
      const urls = readList(name).map((url) => checkUrl(name, url, ["http", "https"]));
      if (!isProduction || urls.length === 0) return urls;
      const parsed = urls.flatMap((url) => URL.parse(url) ?? []);
      if (parsed.some(({ protocol }) => protocol !== "https:")) fail(`${name} must be https in production`, null);
      if (new Set(parsed.map(readHostName)).size < 2) {
        fail(`${name} must name nodes of at least two different hosts in production`, null);
      }
      return urls;
    },
  };
}
