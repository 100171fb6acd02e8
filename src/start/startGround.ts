import type { Ground } from "#src/adapters/telegram/messenger.ts";

interface Start {
  path: string;
  /** Start parameter of the messenger's link. */
  startParam: string | null;
  /** Whether the page has usable launch parameters. */
  isLaunched: boolean;
}

const STAGE_PATHS: ReadonlySet<string> = new Set(["/getPacket", "/login", "/welcome"]);
const HERO_PATHS: ReadonlySet<string> = new Set(["/", "/homePage"]);

/** The background of the first screen, so that the shell before it has the same. */
export function chooseStartGround({ path, startParam, isLaunched }: Start): Ground {
  if (path === "/unPaymentList") return "page";
  // Outside the messenger every other path ends at the login.
  if (!isLaunched || STAGE_PATHS.has(path)) return "stage";
  if (path === "/" && /^[ce]_/u.test(startParam ?? "")) return "stage";
  return HERO_PATHS.has(path) ? "hero" : "page";
}

/**
 * Whether the first page may be the welcome of a new person: nobody is logged in yet, and it comes before every page but
 * an envelope and the payment. The shell then shows no outline of another page.
 */
export function mayBeWelcome({ path, isLaunched }: Start, token: string | null): boolean {
  return isLaunched && path !== "/unPaymentList" && (token ?? "") === "";
}

/** The ground that the shell has, as the page's first script wrote it. */
export function readStartGround(): Ground {
  const ground = document.documentElement.dataset["start"];
  return ground === "stage" || ground === "page" ? ground : "hero";
}
