import { OPEN_PATHS } from "#machines/app/openPaths.ts";

import { HOME_PATH, type Path, PATHS } from "./paths.ts";
import { buildLoginPath, buildWelcomePath, readRedirectTarget } from "./redirectTarget.ts";

export interface RouteRequest {
  path: string;
  /** `?…` or empty */
  search: string;
  /** The root machine's permission: in the messenger, and somebody is logged in; `pending` while that is being found out. */
  permission: "granted" | "refused" | "pending";
  /** Whether the person has just been created and has to be welcomed first. */
  isWelcomeDue: boolean;
  /** Start parameter of the messenger's link; it counts only on `/`. */
  startParam: string | null;
}

export type RouteDecision = { kind: "show" } | { kind: "wait" } | { kind: "redirect"; to: string };

/** The messenger may put launch data into the query; it is not part of the address. */
function dropLaunchParams(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of new Set(query.keys())) if (name.startsWith("tgWebApp")) query.delete(name);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Pages that a link names without an id. */
const START_PAGES: Readonly<Record<string, Path | `${Path}?${string}`>> = {
  user: "/user",
  movements: "/sendRecord?tab=balance",
  email: "/updateEmai",
  code: "/updateCode",
  privacy: "/privacy",
};

/** What a link leads to, by the first letter of its start parameter; the id follows. */
const STARTS: Readonly<Record<string, string>> = {
  e: "/getPacket?envelopeId=",
  d: "/sendRecordDetails?envelopeId=",
  o: "/statePage?orderId=",
  p: "/statePage?payoutId=",
  w: "/statePage?walletId=",
};

/** The first page: what the link names, else the landing page. */
function findStart(search: string, startParam: string | null): string {
  if (startParam !== null && Object.hasOwn(START_PAGES, startParam)) return START_PAGES[startParam] ?? HOME_PATH;
  // A post in a group carries the signed group behind the envelope: `_` and 27 characters.
  const [, kind = "e", linked, posted] = /^(?:([edopw])_([\w-]+)|c_([\w-]+)_[\w-]{27})$/u.exec(startParam ?? "") ?? [];
  const id = linked ?? posted;
  if (id !== undefined) return `${STARTS[kind]}${encodeURIComponent(id)}`;
  return `${HOME_PATH}${dropLaunchParams(search)}`;
}

/** On the way home alone: never before an envelope, and never between somebody and their money. */
function isWelcomedFirst(path: string): boolean {
  return path === HOME_PATH;
}

function welcomeFirst(target: string): string {
  const [path = ""] = target.split("?");
  return isWelcomedFirst(path) ? buildWelcomePath(target) : target;
}

/** What a location leads to. Only the machine decides on permission. */
export function decideRoute({ path, search, permission, isWelcomeDue, startParam }: RouteRequest): RouteDecision {
  const isAllowed = permission === "granted";
  if (permission === "pending") return OPEN_PATHS.has(path) ? { kind: "show" } : { kind: "wait" };
  if (path === "/") {
    const start = findStart(search, startParam);
    if (isAllowed) return { kind: "redirect", to: isWelcomeDue ? welcomeFirst(start) : start };
    const [startPath = HOME_PATH, query = ""] = start.split("?");
    return { kind: "redirect", to: buildLoginPath(startPath, query) };
  }
  if (path === "/login" && isAllowed) {
    const target = readRedirectTarget(search);
    return { kind: "redirect", to: isWelcomeDue ? welcomeFirst(target) : target };
  }
  if (OPEN_PATHS.has(path)) return { kind: "show" };
  if (!PATHS.some((known) => known === path)) return { kind: "redirect", to: "/errorPage" };
  if (!isAllowed) return { kind: "redirect", to: buildLoginPath(path, dropLaunchParams(search)) };
  if (isWelcomeDue && isWelcomedFirst(path)) {
    return { kind: "redirect", to: buildWelcomePath(`${path}${dropLaunchParams(search)}`) };
  }
  return { kind: "show" };
}
