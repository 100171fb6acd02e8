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

/** The ground that the shell has, as the page's first script wrote it. */
export function readStartGround(): Ground {
  const ground = document.documentElement.dataset["start"];
  return ground === "stage" || ground === "page" ? ground : "hero";
}
